// Plays a film: forward in time, at the pace of the person who watches, with pause, back and forward.
import type { TableView } from "../wire";
import { PACE_FACTOR, during, timesOf, type FilmPace, type Shot } from "./film";
import { preferences } from "./preferences.svelte";
import { setting } from "./settings";

const paceKept = setting<FilmPace>("pace", "steady");
/** So many shots can be gone back to. */
const LONGEST_REEL = 2000;

export class Player {
  reel = $state.raw<readonly Shot[]>([]);
  /** The shot that is shown; past the last one, the film has caught up. */
  at = $state(0);
  /** How far the shot has run, 0 to 1. */
  share = $state(1);
  isPaused = $state(false);
  private chosenPace = $state<FilmPace>(paceKept.read());
  /** The newest dice; they lie there until the next are thrown or somebody puts them away. */
  card = $state.raw<Shot | null>(null);

  /** Called when a shot begins, and when the last one is over. */
  onShot: (shot: Shot) => void = () => {};
  onEnd: () => void = () => {};

  private frame = 0;
  private began = 0;

  get pace(): FilmPace {
    return this.chosenPace;
  }

  set pace(pace: FilmPace) {
    this.chosenPace = pace;
    paceKept.write(pace);
    this.isPaused = false;
    if (pace === "once") this.skip();
    else this.run();
  }

  get shot(): Shot | null {
    return this.reel[this.at] ?? null;
  }

  get isRunning(): boolean {
    return this.at < this.reel.length;
  }

  /** The table at this moment of the film; nothing when it has caught up. */
  get view(): TableView | null {
    return this.shot && during(this.shot, this.share);
  }

  add(shots: readonly Shot[]): void {
    if (shots.length === 0) return;
    const wasRunning = this.isRunning;
    const dropped = Math.max(0, Math.min(this.at, this.reel.length + shots.length - LONGEST_REEL));
    this.reel = [...this.reel.slice(dropped), ...shots];
    this.at -= dropped;
    if (!wasRunning) this.begin();
  }

  /** Forgets what was and shows these from the first on. */
  load(shots: readonly Shot[]): void {
    this.stop();
    this.reel = shots;
    this.at = 0;
    this.isPaused = false;
    if (shots.length > 0) this.begin();
  }

  clear(): void {
    this.stop();
    this.reel = [];
    this.at = 0;
    this.card = null;
  }

  togglePause(): void {
    this.isPaused = !this.isPaused;
    if (!this.isPaused) this.run();
  }

  forward(): void {
    if (!this.isRunning) return;
    this.at += 1;
    if (this.isRunning) this.begin();
    else this.end();
  }

  /** To the shot before; the film stops there. */
  back(): void {
    if (this.at === 0) return;
    this.at -= 1;
    this.isPaused = true;
    this.begin();
  }

  /** To the present. */
  skip(): void {
    if (!this.isRunning) return;
    this.card = this.reel.slice(this.at).findLast((shot) => shot.step.rolls.length > 0) ?? this.card;
    this.at = this.reel.length;
    this.end();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private end(): void {
    this.stop();
    this.isPaused = false;
    this.onEnd();
  }

  private begin(): void {
    const { shot } = this;
    if (!shot) return;
    this.share = 0;
    this.began = 0;
    if (shot.step.rolls.length > 0) this.card = shot;
    this.onShot(shot);
    this.run();
  }

  private run(): void {
    this.stop();
    if (this.isRunning) this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  private tick(now: number): void {
    const { shot } = this;
    this.frame = 0;
    if (!shot) return;
    const factor = PACE_FACTOR[this.pace] || 1;
    const times = timesOf(shot);
    const runs = preferences.isCalm ? 0 : times.runs * factor;
    if (this.began === 0) this.began = now - this.share * runs;
    const past = now - this.began;
    this.share = runs === 0 ? 1 : Math.min(1, past / runs);
    const waits = this.share >= 1 && (this.pace === "step" || this.isPaused);
    if (waits) return;
    if (past >= runs + times.holds * factor) return this.forward();
    this.run();
  }
}
