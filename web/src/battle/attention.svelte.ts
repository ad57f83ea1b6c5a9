// Tells the player that it is his turn: in the title, on the icon, by a drum, and by a notification if he allows it.
import { setting } from "../lib/settings";
import { Sounds } from "../lib/sounds";
import type { Shot } from "../lib/film";
import type { Connection } from "./connection.svelte";
import type { Film } from "./film.svelte";
import { say } from "../texts";

const notifyKept = setting<"on" | "off">("notify", "off");
const ICONS = { quiet: "/drum.svg", turn: "/drum-turn.svg" };

export class Attention {
  private readonly sounds = new Sounds();
  private hasSound = $state(this.sounds.isOn);
  private hasNotices = $state(notifyKept.read() === "on");
  private calledFor = "";

  constructor(
    private readonly connection: Connection,
    film: Film,
  ) {
    film.onShot = (shot) => this.hear(shot);
    connection.onNews((before, now, isNew) => {
      if (isNew && before && film.pace === "once")
        this.hearNews(before.view.outcome === null && now.view.outcome !== null);
    });
  }

  get isSoundOn(): boolean {
    return this.hasSound;
  }

  toggleSound(): void {
    this.sounds.isOn = !this.sounds.isOn;
    this.hasSound = this.sounds.isOn;
    this.connection.say(this.hasSound ? say.attention.soundIsOn : say.attention.soundIsOff, null, "plain");
  }

  get wantsNotices(): boolean {
    return this.hasNotices;
  }

  async setNotices(isOn: boolean): Promise<void> {
    const may = !isOn || !("Notification" in window) ? false : (await Notification.requestPermission()) === "granted";
    this.hasNotices = may;
    notifyKept.write(may ? "on" : "off");
    if (isOn && !may) this.connection.say(say.attention.theBrowserDoesNotAllow, null);
  }

  /** Once when a turn of the player's has come: `turn` names it. Nothing when it is not his. */
  show(title: string, turn: string | null): void {
    document.title = turn === null ? `${title} · Longroll` : say.attention.yourTurn(title);
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (icon) icon.href = turn === null ? ICONS.quiet : ICONS.turn;
    if (turn === this.calledFor) return;
    this.calledFor = turn ?? "";
    if (turn === null) return;
    this.sounds.play("drum");
    if (document.hidden && this.hasNotices && Notification.permission === "granted")
      new Notification(title, { body: say.attention.itIsYourTurn, icon: ICONS.turn, tag: this.connection.game });
  }

  private hear({ step, after, before }: Shot): void {
    if (step.action?.kind === "shots") this.sounds.play(step.action.guns ? "gun" : "volley");
    if (step.action?.kind === "blows") this.sounds.play("cheer");
    this.hearNews(before.outcome === null && after.outcome !== null);
  }

  private hearNews(isOver: boolean): void {
    if (isOver) this.sounds.play("cheer");
  }
}
