// Sounds made in the browser: a drum at the turn, volleys, guns, a cheer. No files.
import { setting } from "./settings";

export type Sound = "drum" | "volley" | "gun" | "cheer";

const kept = setting<"on" | "off">("sound", "on");

export class Sounds {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;
  private last = new Map<Sound, number>();

  get isOn(): boolean {
    return kept.read() === "on";
  }

  set isOn(isOn: boolean) {
    kept.write(isOn ? "on" : "off");
    if (!isOn) void this.context?.suspend();
  }

  /** Browsers allow sound only after a click or a key; until then there is silence. */
  play(sound: Sound): void {
    if (!this.isOn || document.hidden || !navigator.userActivation?.hasBeenActive) return;
    const context = (this.context ??= new AudioContext());
    void context.resume();
    const now = context.currentTime;
    // Many things at once are one sound.
    if (now - (this.last.get(sound) ?? -1) < 0.12) return;
    this.last.set(sound, now);
    switch (sound) {
      case "drum":
        return this.drum(context, now);
      case "volley":
        return this.volley(context, now);
      case "gun":
        return this.gun(context, now);
      case "cheer":
        return this.cheer(context, now);
    }
  }

  /** The long roll, cut short. */
  private drum(context: AudioContext, now: number): void {
    for (let i = 0; i < 14; i++) {
      const at = now + i * 0.045;
      const loud = 0.05 + 0.09 * (i / 13) + (i % 2 === 0 ? 0.02 : 0);
      this.burst(context, at, 0.05, loud, "bandpass", 1900, 0.8);
      this.thump(context, at, 190, 140, 0.06, loud * 0.7);
    }
    this.burst(context, now + 0.7, 0.12, 0.2, "bandpass", 1700, 0.7);
    this.thump(context, now + 0.7, 200, 120, 0.14, 0.16);
  }

  /** Muskets, not quite together. */
  private volley(context: AudioContext, now: number): void {
    for (let i = 0; i < 16; i++) {
      const at = now + Math.pow(i / 16, 1.6) * 0.32;
      this.burst(context, at, 0.09, 0.09, "bandpass", 900 + 120 * ((i * 7) % 9), 0.9);
    }
    this.burst(context, now, 0.5, 0.07, "lowpass", 420, 0.5);
  }

  private gun(context: AudioContext, now: number): void {
    this.thump(context, now, 95, 32, 0.75, 0.42);
    this.burst(context, now, 0.09, 0.3, "lowpass", 2400, 0.6);
    this.burst(context, now + 0.03, 0.9, 0.14, "lowpass", 240, 0.6);
  }

  private cheer(context: AudioContext, now: number): void {
    for (const [pitch, width] of [
      [650, 9],
      [1080, 10],
      [2500, 12],
    ] as const) {
      this.burst(context, now, 1.1, 0.13, "bandpass", pitch, width, 0.3);
    }
  }

  private burst(
    context: AudioContext,
    at: number,
    long: number,
    loud: number,
    kind: BiquadFilterType,
    pitch: number,
    width: number,
    rise = 0.003,
  ): void {
    const source = context.createBufferSource();
    source.buffer = this.noise ??= whiteNoise(context);
    const filter = context.createBiquadFilter();
    filter.type = kind;
    filter.frequency.value = pitch;
    filter.Q.value = width;
    source
      .connect(filter)
      .connect(envelope(context, at, long, loud, rise))
      .connect(context.destination);
    source.start(at, (at * 7.3) % 1);
    source.stop(at + long + 0.05);
  }

  private thump(context: AudioContext, at: number, from: number, to: number, long: number, loud: number): void {
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + long);
    tone.connect(envelope(context, at, long, loud, 0.004)).connect(context.destination);
    tone.start(at);
    tone.stop(at + long + 0.05);
  }
}

function envelope(context: AudioContext, at: number, long: number, loud: number, rise: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  return gain;
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
