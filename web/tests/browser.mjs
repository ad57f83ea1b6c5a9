// Battles in a real Chromium against the real server, by clicks and keys alone. Words on the command line choose tests by name.
import { finish } from "./stage.mjs";

await import("./quickplay.mjs");
await import("./film.mjs");
await import("./potomac.mjs");
await import("./deadly.mjs");
await import("./grenadier.mjs");
await import("./johnny-reb.mjs");
await import("./questions.mjs");
await import("./follow.mjs");
await import("./library.mjs");
await import("./odds.mjs");
await import("./lab.mjs");
await import("./umpire.mjs");
await import("./lessons.mjs");
await import("./advice.mjs");
await import("./phone.mjs");
await import("./pages.mjs");
await import("./seats.mjs");
await import("./saves.mjs");
await import("./proxy.mjs");
await import("./own-battles.mjs");
await finish();
