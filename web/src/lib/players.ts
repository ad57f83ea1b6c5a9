// How those who lead a side are called.
import type { Player } from "../wire";

export const PLAYERS: Record<Player, string> = {
  person: "a person",
  captain: "computer: captain",
  random: "computer: random",
};
