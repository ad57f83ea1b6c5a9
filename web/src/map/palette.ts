// One place for the inks and papers of the map.
import type { Side } from "../wire";

export const SANS = '"Source Sans 3", "Helvetica Neue", Arial, sans-serif';
export const SERIF = '"Old Standard TT", "Iowan Old Style", Georgia, serif';

export const INK = "#33291d";
export const PAPER = "#efe5cb";
export const GOLD = "#d39a1e";
export const REFUSED = "#9c2a20";
export const ALLOWED = "#2e6b3c";

export const SIDE_FILL: Record<Side, string> = { blue: "#34568f", gray: "#7b7a74" };
export const SIDE_DARK: Record<Side, string> = { blue: "#16294c", gray: "#35342f" };
export const SIDE_PALE: Record<Side, string> = { blue: "#dfe7f5", gray: "#efeee8" };

/** Level 0 is the paper itself. */
export const LEVELS = ["#efe5cb", "#e9d9b3", "#e2cc9c", "#d9bd86", "#cfae73", "#c49f63", "#b99156"];

/** Names of units. */
export const LABEL: Record<Side, string> = { blue: "#152a55", gray: "#2e2c26" };

/** One for each brigade of a side, in the order of the muster; then again from the first. */
export const BRIGADES = ["#e0b13a", "#c8503c", "#5aa06a", "#b678c4", "#e58a3c", "#5fb3c4", "#d9d3c0", "#8a6a4a"];

/** What is seen happening. */
export const FILM = {
  fire: "#b3261a",
  pale: "rgba(255, 250, 235, 0.9)",
  smoke: "#e9e5da",
  card: "rgba(255, 251, 238, 0.97)",
};
