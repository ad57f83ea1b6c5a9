// What the keys do on the page of a battle.
import { neighbour, nextOf } from "../lib/pick";
import type { TableMap } from "../map/table-map";
import { stepBack, type Battle } from "./battle";
import { say } from "../texts";

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const PAN = 80;
const ZOOM = 0.6;

export class Keyboard {
  /** G marks the chosen unit, and again the next one; with two or more marked they are chosen together. */
  private marked: number[] = [];

  constructor(
    private readonly battle: Battle,
    private readonly map: () => TableMap | null,
    private readonly page: { showKeys(): void; showVictory(): void; showWishes(): void },
  ) {}

  press = (event: KeyboardEvent): void => {
    if (document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
    const on = event.target as HTMLElement;
    if (isTyping(on)) return;
    const isOnMap = on.getAttribute("role") === "application" || on === document.body;
    if (isOnMap && this.goTo(event)) return event.preventDefault();
    if (event.ctrlKey) return;
    if (event.key === "Tab" && isOnMap && on !== document.body && this.tab(event.shiftKey ? -1 : 1))
      return event.preventDefault();
    const { marking, selection } = this.battle;
    const marker = marking.markers[Number(event.key) - 1];
    if (marker !== undefined && selection.isMine) return void marking.markOn(marker);
    this.act(event.key, isOnMap);
  };

  /** Whoever has chosen from a list has done with it: the keys are the map's again. */
  changed = (event: Event): void => {
    if (event.target instanceof HTMLSelectElement && !event.target.closest("dialog")) event.target.blur();
  };

  private act(key: string, isOnMap: boolean): void {
    const { adviser, attention, connection, selection, drafting, film, tools } = this.battle;
    switch (key) {
      case " ":
        if (!isOnMap) return;
        if (film.pace === "step") film.forward();
        else if (film.isRunning) film.togglePause();
        return;
      case ".":
        return film.forward();
      case ",":
        return film.back();
      case "n":
        return this.choose(nextOf(this.ownIds(), selection.selected, 1));
      case "p":
        return this.choose(nextOf(this.ownIds(), selection.selected, -1));
      case "Escape":
        this.marked = [];
        return stepBack(this.battle);
      case "e":
        if (selection.mainOrder && !selection.areSideOrdersOld && !film.holdsBack)
          void drafting.decide(selection.mainOrder);
        return;
      case "a":
        if (adviser.isAllowed && connection.isMyTurn && !film.holdsBack) void adviser.ask();
        return;
      case "g":
        return this.gather();
      case "s":
        return attention.toggleSound();
      case "u":
        return void connection.undo();
      case "m":
        return tools.toggle("tape");
      case "l":
        return tools.toggle("sight");
      case "+":
      case "=":
        return this.map()?.zoom(ZOOM);
      case "-":
        return this.map()?.zoom(-ZOOM);
      case "0":
        return this.map()?.fit();
      case "?":
        return this.page.showKeys();
      case "v":
        return this.page.showVictory();
      case "i":
        return this.page.showWishes();
      case "Enter":
        if (!isOnMap) return;
        if (drafting.draft?.preview && drafting.draft.preview.kind !== "refused") return void drafting.giveDraft();
        document.querySelector<HTMLElement>(".panel [data-test=order]")?.focus();
    }
  }

  /** Arrows go to the neighbouring unit, with Ctrl they move the map. */
  private goTo(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (!arrow) return false;
    const [right, up] = arrow;
    if (event.ctrlKey) {
      this.map()?.pan(right * PAN, up * PAN);
      return true;
    }
    const { connection, selection } = this.battle;
    const from = selection.chosen;
    this.choose(from ? (neighbour(connection.units, from, right, up)?.id ?? null) : nextOf(this.ownIds(), null, 1));
    return true;
  }

  /** Through the units that can act; at either end the focus goes on. */
  private tab(step: 1 | -1): boolean {
    const ids = this.ownIds();
    const { selected } = this.battle.selection;
    const next = (selected === null ? -1 : ids.indexOf(selected)) + step;
    if (next < 0 || next >= ids.length) return false;
    this.choose(ids[next] ?? null);
    return true;
  }

  private choose(id: number | null): void {
    if (id === null) return;
    this.battle.selection.select(id);
    const unit = this.battle.connection.unit(id);
    if (unit) this.map()?.reveal(unit.pose.at);
  }

  private gather(): void {
    const { connection, selection } = this.battle;
    const { chosen } = selection;
    if (!chosen || !selection.isMine) return;
    const live = this.marked.filter((id) => {
      const unit = connection.unit(id);
      return unit?.on_table && unit.side === connection.seat;
    });
    this.marked = live.includes(chosen.id) ? live.filter((id) => id !== chosen.id) : [...live, chosen.id];
    if (this.marked.length === 0) return connection.say(say.keyboard.noUnitIsMarked, null, "plain");
    if (this.marked.length === 1)
      return connection.say(say.keyboard.isMarkedChooseAnotherUnit(chosen.name), null, "plain");
    connection.note = null;
    selection.chooseTogether(this.marked);
  }

  private ownIds(): number[] {
    const { news, units, seat } = this.battle.connection;
    const acting = news?.actors.units ?? [];
    if (acting.length > 0) return acting;
    return units.filter((unit) => unit.on_table && unit.side === seat).map((unit) => unit.id);
  }
}

/** Keys belong to a field that words or numbers are typed into, and to a list; not to a box that was only ticked. */
function isTyping(on: HTMLElement): boolean {
  if (on instanceof HTMLInputElement) return !["checkbox", "radio", "range", "button"].includes(on.type);
  return on instanceof HTMLTextAreaElement || on instanceof HTMLSelectElement;
}
