// What kind of screen the page is on.
import { MediaQuery } from "svelte/reactivity";

/** Narrow as a telephone: the map fills the screen, and panels come up from below. The same width stands in the style sheets. */
const narrow = new MediaQuery("max-width: 720px");

export const screen = {
  get isPhone(): boolean {
    return narrow.current;
  },
};
