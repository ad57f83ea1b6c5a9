// A real server, a real browser, and hands for it.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

export const IMAGES = path.resolve(import.meta.dirname, "../../docs/images");
export const LONGROLL = process.env.LONGROLL ?? path.resolve(import.meta.dirname, "../../target/debug/longroll");
/** Pictures are taken anew only on purpose: LONGROLL_PICTURES=1. */
const TAKES_PICTURES = process.env.LONGROLL_PICTURES === "1";

export function check(condition, words) {
  if (!condition) throw new Error(`not so: ${words}`);
}

/** The server as a child on a port of its own, with data that outlives it. */
export class Server {
  constructor(port) {
    this.port = port;
    this.data = fs.mkdtempSync(path.join(os.tmpdir(), "longroll-web-"));
    this.address = `http://127.0.0.1:${port}`;
    /** Where the pages come from: the program itself, or a `npm run dev` that hands on to its port. */
    this.pages = process.env.PAGES ?? this.address;
  }

  async start() {
    const listen = `127.0.0.1:${this.port}`;
    this.child = spawn(LONGROLL, ["serve", "--no-browser", "--data", this.data, "--listen", listen], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve, reject) => {
      this.child.stdout.once("data", resolve);
      this.child.once("error", () =>
        reject(new Error(`${LONGROLL} cannot be started: build it first, see web/README.md`)),
      );
      this.child.once("exit", (code) => reject(new Error(`the server stopped with ${code}`)));
    });
  }

  async kill() {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }

  async create(game) {
    const answer = await fetch(`${this.address}/api/games`, {
      method: "POST",
      body: JSON.stringify(game),
      headers: { "content-type": "application/json" },
    });
    check(answer.status === 201, `a new game is made, not ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  async stop() {
    await this.kill();
    fs.rmSync(this.data, { recursive: true, force: true });
  }
}

export function launch() {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** Chromium by CHROMIUM or on the path; where there is none, Debian's is installed if we may. */
function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const find = () =>
    [process.env.CHROMIUM, mac, ...folders.flatMap((folder) => names.map((name) => path.join(folder, name)))].find(
      (file) => file && fs.existsSync(file),
    );
  const found = find();
  if (found) return found;
  console.log("Chromium is missing; installing it with apt-get");
  try {
    const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
    for (const words of [
      ["apt-get", "update", "-q"],
      ["apt-get", "-o", "DPkg::Lock::Timeout=120", "install", "-y", "-q", "--no-install-recommends", "chromium"],
    ]) {
      const [program, ...rest] = [...sudo, ...words];
      execFileSync(program, rest, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      });
    }
  } catch {
    throw new Error("Chromium is missing and could not be installed; install it, or name it by CHROMIUM=/path/to/it");
  }
  return find();
}

/** A page that remembers the news it heard and every complaint of the browser. */
export class Hands {
  static async open(browser, size = { width: 1440, height: 900 }, filmPace = "once") {
    const hands = new Hands();
    hands.errors = [];
    hands.news = null;
    /** All entries of the log that were heard of, by number. */
    hands.log = new Map();
    // What the page keeps for later is fetched once for each profile; only the test of that waits for it.
    const profile = { viewport: size, serviceWorkers: "block" };
    hands.page = await browser.newPage(typeof browser.contexts === "function" ? profile : undefined);
    // Tests wait for no film, but for those about the film.
    await hands.page.addInitScript((pace) => {
      if (localStorage.getItem("longroll.pace") === null) localStorage.setItem("longroll.pace", pace);
      if (localStorage.getItem("longroll.ask-before-ending") === null)
        localStorage.setItem("longroll.ask-before-ending", "off");
    }, filmPace);
    hands.page.setDefaultTimeout(15000);
    hands.page.on("pageerror", (error) => hands.errors.push(`page error: ${error.message}`));
    hands.page.on("console", (message) => {
      const text = message.text();
      // A killed server is meant to be missed.
      if (message.type() === "error" && !/WebSocket|ERR_CONNECTION/.test(text))
        hands.errors.push(`console: ${text} ${message.location().url}`);
    });
    hands.page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const heard = JSON.parse(String(payload));
        if (heard.kind === "news") {
          hands.news = heard;
          hands.firstVersion ??= heard.version;
          for (const entry of heard.log) hands.log.set(entry.number, entry);
        }
        if (heard.kind === "hello") hands.hello = heard;
      }),
    );
    return hands;
  }

  unit(id) {
    return this.news.view.units.find((unit) => unit.id === id);
  }

  async until(words, condition, timeout = 30000) {
    const end = Date.now() + timeout;
    while (!(await condition())) {
      if (Date.now() > end) throw new Error(`waited in vain: ${words}`);
      await this.page.waitForTimeout(25);
    }
  }

  /** Table micrometres to page pixels. Bars above the map come and go: it must lie still for two frames, box and picture together. */
  async pixel(point) {
    const lie = await this.page.evaluate(async () => {
      const look = () => {
        const map = document.querySelector("[data-test=map]");
        const { x, y, width, height } = map.getBoundingClientRect();
        return [x, y, width, height, map.querySelector("canvas.scene").dataset.lie].join(" ");
      };
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let before = "";
      for (let same = 0; same < 3;) {
        await frame();
        const now = look();
        same = now === before ? same + 1 : 0;
        before = now;
      }
      return before.split(" ").map(Number);
    });
    const [x, y, , , left, top, resolution] = lie;
    return { x: x + (point.x - left) / resolution, y: y + (top - point.y) / resolution };
  }

  async click(point, options = {}) {
    const at = await this.pixel(point);
    if (options.shift) await this.page.keyboard.down("Shift");
    await this.page.mouse.click(at.x, at.y);
    if (options.shift) await this.page.keyboard.up("Shift");
  }

  async drag(from, to) {
    const [a, b] = [await this.pixel(from), await this.pixel(to)];
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    for (const share of [0.2, 0.6, 0.9, 1])
      await this.page.mouse.move(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share);
    await this.page.mouse.up();
  }

  at(name) {
    return this.page.locator(`[data-test=${name}]`);
  }

  async picture(name) {
    if (!TAKES_PICTURES) return;
    fs.mkdirSync(IMAGES, { recursive: true });
    await this.page.screenshot({ path: path.join(IMAGES, `${name}.png`) });
  }

  /** Chooses a unit on the map and waits for its panel; where others lie on it, by clicking again, as a player would. */
  async choose(id) {
    const unit = this.unit(id);
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Escape");
    const title = this.page.locator(".unit h2");
    for (let tries = 0; tries < 6; tries++) {
      await this.click(unit.pose.at);
      await title.waitFor();
      if ((await title.innerText()) === unit.name) return;
    }
    throw new Error(`${unit.name} cannot be chosen by clicks: ${await title.innerText()} lies there`);
  }

  async over(words, act) {
    const before = this.news.version;
    await act();
    await this.until(words, () => this.news.version !== before);
  }
}
