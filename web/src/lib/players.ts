// How those who lead a side are called.
import type { Player } from "../wire";
import { say } from "../texts";

export const PLAYERS: Record<Player, string> = {
  person: say.players.aPerson,
  recruit: say.players.computerRecruit,
  captain: say.players.computerCaptain,
  general: say.players.computerGeneral,
  patient_general: say.players.computerPatientGeneral,
  random: say.players.computerRandom,
};
