// A seat that belongs to this browser: its key and its numbers, and what it signs. docs/fair-dice.md says why; crates/game/src/seal.rs has the same
// in Rust.
import { ed25519 } from "@noble/curves/ed25519.js";
import { blake3 } from "@noble/hashes/blake3.js";
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { entropyToMnemonic, mnemonicToEntropy, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import type { Ask, SeatKey, SealNow, Side, Signature } from "../wire";
import { say } from "../texts";

const CHAIN = 1 << 15;

const LABEL = {
  command: "longroll 2026 signed command v1",
  undo: "longroll 2026 signed undo v1",
  witness: "longroll 2026 witnessed command v1",
  approval: "longroll 2026 approved log v1",
  number: "longroll 2026 number before v1",
  key: "longroll 2026 seat key v1",
  commands: "longroll 2026 seat numbers for commands v1",
  witnessing: "longroll 2026 seat numbers as witness v1",
  token: "longroll 2026 seat token v1",
};

/** What a browser keeps of a seat. */
type Kept = {
  secret: string;
  /** The place of the newest number shown for a command: none is shown twice. */
  shown: number;
  /** For which command the number after this one was given: it is given for no other. */
  witnessed: { last: string; digest: string } | null;
  /** For the other player, until he comes. */
  invitation: string | null;
  /** A signed order whose fate is not known: the other player may have given his number for it, so it is given again as it is. */
  pending?: Pending | null;
};

export type Pending = { head: string; command: string; ask: Ask };

export class OwnSeat {
  private readonly key: Uint8Array;
  private readonly commands: Chain;
  private readonly witnessing: Chain;
  readonly publicKey: string;

  constructor(
    private readonly secret: Uint8Array,
    private readonly place: string | null,
  ) {
    this.key = hash(LABEL.key, secret);
    this.commands = new Chain(hash(LABEL.commands, secret));
    this.witnessing = new Chain(hash(LABEL.witnessing, secret));
    this.publicKey = bytesToHex(ed25519.getPublicKey(this.key));
  }

  static fresh(): OwnSeat {
    return new OwnSeat(randomBytes(16), null);
  }

  /** The twelve words from which the seat can be had again; null when they are not such words. */
  static fromWords(words: string): OwnSeat | null {
    const plain = words.trim().toLowerCase().split(/\s+/).join(" ");
    return validateMnemonic(plain, wordlist) ? new OwnSeat(mnemonicToEntropy(plain, wordlist), null) : null;
  }

  /** The seat that this browser keeps, if it has it. */
  static kept(game: string, side: string): OwnSeat | null {
    const place = placeOf(game, side);
    const kept = read(place);
    return kept && new OwnSeat(hexToBytes(kept.secret), place);
  }

  get words(): string {
    return entropyToMnemonic(this.secret, wordlist);
  }

  /** What opens the seat at the server: it follows from the secret too, so that the words are enough. */
  get token(): string {
    const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    return [...hash(LABEL.token, this.secret)].map((byte) => LETTERS[byte & 31]).join("");
  }

  get shownKey(): SeatKey {
    return { key: this.publicKey, commands: this.commands.hex(0), witness: this.witnessing.hex(0) };
  }

  keep(game: string, side: Side, invitation: string | null = null): void {
    write(placeOf(game, side), { secret: bytesToHex(this.secret), shown: 0, witnessed: null, invitation });
  }

  signCommand(seal: SealNow, by: Side, command: unknown): Signature {
    const shown = Math.max(this.memory().shown, this.commands.placeOf(seal.shown)) + 1;
    this.memorize({ shown });
    const number = this.commands.at(shown);
    const digest = hash(LABEL.command, hexToBytes(seal.head), number, sideByte(by), utf8ToBytes(canonical(command)));
    return { number: bytesToHex(number), signature: this.put(digest) };
  }

  signUndo(seal: SealNow, by: Side): Signature {
    const takesBack = new Uint8Array(4);
    new DataView(takesBack.buffer).setUint32(0, seal.undo ?? 0, true);
    return { signature: this.put(hash(LABEL.undo, hexToBytes(seal.head), sideByte(by), takesBack)) };
  }

  /** The next number for a command of the other player; nothing if it was given for another command already. */
  witness(ask: { digest: string; last: string }): Signature | undefined {
    const { witnessed } = this.memory();
    if (witnessed?.last === ask.last && witnessed.digest !== ask.digest) return undefined;
    const place = this.witnessing.placeOf(ask.last);
    if (place < 0) return undefined;
    this.memorize({ witnessed: { last: ask.last, digest: ask.digest } });
    const number = this.witnessing.at(place + 1);
    const digest = hash(LABEL.witness, hexToBytes(ask.digest), number);
    return { number: bytesToHex(number), signature: this.put(digest) };
  }

  /** The order that was signed for this place in the log and may still be under way. */
  pendingAt(head: string): Pending | null {
    const { pending } = this.memory();
    return pending?.head === head ? pending : null;
  }

  setPending(pending: Pending | null): void {
    this.memorize({ pending });
  }

  approve(head: string): string {
    return this.put(hash(LABEL.approval, hexToBytes(head)));
  }

  private put(digest: Uint8Array): string {
    return bytesToHex(ed25519.sign(digest, this.key));
  }

  private memory(): Kept {
    const blank = { secret: bytesToHex(this.secret), shown: 0, witnessed: null, invitation: null };
    return (this.place && read(this.place)) || blank;
  }

  private memorize(change: Partial<Kept>): void {
    if (this.place) write(this.place, { ...this.memory(), ...change });
  }
}

/** The invitation that waits for the other player of a game, with the side of this browser's seat. */
export function invitationOf(game: string): { side: Side; invitation: string } | null {
  for (const side of ["blue", "gray"] as const) {
    const invitation = read(placeOf(game, side))?.invitation;
    if (invitation) return { side, invitation };
  }
  return null;
}

/** The other player has come. */
export function begun(game: string): void {
  for (const side of ["blue", "gray"] as const) {
    const kept = read(placeOf(game, side));
    if (kept) write(placeOf(game, side), { ...kept, invitation: null });
  }
}

/** All public keys of seats that this browser keeps. */
export function ownKeys(): Set<string> {
  const keys = new Set<string>();
  for (let i = 0; i < localStorage.length; i++) {
    const place = localStorage.key(i) ?? "";
    const kept = place.startsWith(PLACE) ? read(place) : null;
    if (kept) keys.add(bytesToHex(ed25519.getPublicKey(hash(LABEL.key, hexToBytes(kept.secret)))));
  }
  return keys;
}

/** One text for one value: no blanks, the keys of every object sorted by their code points. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}

/** Numbers of which each is the hash of the next. */
class Chain {
  private numbers: Uint8Array[] | null = null;

  constructor(private readonly end: Uint8Array) {}

  at(place: number): Uint8Array {
    const number = this.all()[place];
    if (!number) throw new Error(say.seat.thisSeatHasUsedUp);
    return number;
  }

  hex(place: number): string {
    return bytesToHex(this.at(place));
  }

  /** Where a number stands; -1 if it is none of these. */
  placeOf(number: string): number {
    const sought = hexToBytes(number);
    return this.all().findIndex((other) => other.every((byte, i) => byte === sought[i]));
  }

  private all(): Uint8Array[] {
    if (!this.numbers) {
      const numbers = new Array<Uint8Array>(CHAIN + 1);
      numbers[CHAIN] = this.end;
      for (let place = CHAIN; place > 0; place--) numbers[place - 1] = hash(LABEL.number, numbers[place]!);
      this.numbers = numbers;
    }
    return this.numbers;
  }
}

function hash(label: string, ...parts: Uint8Array[]): Uint8Array {
  return blake3(concatBytes(...parts), { context: utf8ToBytes(label) });
}

const sideByte = (side: Side) => new Uint8Array([side === "blue" ? 0 : 1]);

const PLACE = "longroll.seat.";
const placeOf = (game: string, side: string) => `${PLACE}${game}.${side}`;

function read(place: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "null") as Kept | null;
    return kept && /^[0-9a-f]{32}$/.test(kept.secret) ? kept : null;
  } catch {
    return null;
  }
}

function write(place: string, kept: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing cannot come back to its seat, but plays as long as the page is open.
  }
}
