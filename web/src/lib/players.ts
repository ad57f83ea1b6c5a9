// How those who lead a side are called.
import type { Player } from "../wire";

export const PLAYERS: Record<Player, string> = {
  person: "a person",
  recruit: "computer: recruit",
  captain: "computer: captain",
  general: "computer: general",
  patient_general: "computer: patient general",
  random: "computer: random",
};
