// How the person at this browser likes the page: light or dark, large or small, still or moving, in inches or centimetres.
import { MediaQuery } from "svelte/reactivity";
import { perUnit } from "./lengths";
import { setting } from "./settings";

export type Theme = "system" | "light" | "dark";
export type TextSize = "small" | "usual" | "large" | "largest";
export type Motion = "system" | "full" | "little";
export type Units = "rulebook" | "in" | "cm";

const SCALES: Record<TextSize, string> = { small: "0.9", usual: "1", large: "1.15", largest: "1.3" };
const kept = {
  theme: setting<Theme>("theme", "system"),
  text: setting<TextSize>("text-size", "usual"),
  motion: setting<Motion>("motion", "system"),
  units: setting<Units>("units", "rulebook"),
};
const isDarkOutside = new MediaQuery("prefers-color-scheme: dark");
const isCalmOutside = new MediaQuery("prefers-reduced-motion: reduce");

class Preferences {
  private chosen = $state({
    theme: kept.theme.read(),
    text: kept.text.read(),
    motion: kept.motion.read(),
    units: kept.units.read(),
  });

  get theme(): Theme {
    return this.chosen.theme;
  }
  set theme(theme: Theme) {
    this.chosen.theme = theme;
    kept.theme.write(theme);
  }

  get text(): TextSize {
    return this.chosen.text;
  }
  set text(text: TextSize) {
    this.chosen.text = text;
    kept.text.write(text);
  }

  get motion(): Motion {
    return this.chosen.motion;
  }
  set motion(motion: Motion) {
    this.chosen.motion = motion;
    kept.motion.write(motion);
  }

  get units(): Units {
    return this.chosen.units;
  }
  set units(units: Units) {
    this.chosen.units = units;
    kept.units.write(units);
  }

  get isDark(): boolean {
    return this.theme === "dark" || (this.theme === "system" && isDarkOutside.current);
  }

  get isCalm(): boolean {
    return this.motion === "little" || (this.motion === "system" && isCalmOutside.current);
  }

  get scale(): string {
    return SCALES[this.text] ?? "1";
  }

  /** The unit in which lengths are shown where the rulebook prints this one. */
  unitFor(printed: string): string {
    return this.units === "rulebook" ? printed : this.units;
  }

  /** A text with its lengths in the unit that is wished for. */
  inUnits(text: string): string {
    return this.units === "rulebook" ? text : converted(text, this.units);
  }
}

export const preferences = new Preferences();

const LENGTH =
  /(\d+(?:\.\d+)?)( |\u00a0)(in|cm)\b(?! (?:the|an?|its|their|his|this|that|all|each|one|total|front|reserve|column|line|melee)\b)/g;

/** "14.2 in" as "36.1 cm", and back. "2 in the wood" is no length. */
export function converted(text: string, unit: "in" | "cm"): string {
  return text.replace(LENGTH, (whole, number: string, gap: string, is: string) => {
    if (is === unit) return whole;
    const value = Math.round(((Number(number) * perUnit(is)) / perUnit(unit)) * 10) / 10;
    return `${value}${gap}${unit}`;
  });
}

/** Puts what is wished for on the page, now and whenever it changes. */
export function applyPreferences(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = preferences.isDark ? "dark" : "light";
      root.style.setProperty("--text-scale", preferences.scale);
    });
  });
}
