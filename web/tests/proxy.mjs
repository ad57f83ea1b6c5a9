// Behind a real nginx with TLS, set up as the guide to hosting says: two browsers play, and no token is in a log.
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Hands, LONGROLL, check } from "./bench.mjs";
import { playOn } from "./player.mjs";
import { browser, server, test } from "./stage.mjs";

const GUIDE = fs.readFileSync(path.resolve(import.meta.dirname, "../../docs/hosting.md"), "utf8");
const PORT = server.port + 40;

/** nginx on the path or where Debian puts it; installed if we may. Nothing where that fails and may fail. */
function findNginx() {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin", "/usr/local/sbin"];
  const find = () => folders.map((folder) => path.join(folder, "nginx")).find((file) => fs.existsSync(file));
  if (find()) return find();
  console.log("nginx is missing; installing it with apt-get");
  try {
    const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
    for (const words of [
      ["apt-get", "update", "-q"],
      [
        "apt-get",
        "-o",
        "DPkg::Lock::Timeout=120",
        "install",
        "-y",
        "-q",
        "--no-install-recommends",
        "nginx-light",
        "openssl",
      ],
    ]) {
      const [program, ...rest] = [...sudo, ...words];
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      execFileSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], env });
    }
  } catch {
    check(!process.env.LONGROLL_LEAVE_NOTHING_OUT, "nginx can be installed, for nothing may be left out");
  }
  return find();
}

/** The block of the guide that begins with these words. */
function ofGuide(start) {
  const from = GUIDE.indexOf(start);
  check(from >= 0, `the guide has a block that begins with ${start}`);
  return GUIDE.slice(from, GUIDE.indexOf("```", from));
}

/** nginx over TLS before a server, with the settings of the guide. */
async function behindNginx(nginx, run) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "longroll-nginx-"));
  const file = (name) => path.join(folder, name);
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const key = ["-keyout", file("key.pem"), "-out", file("certificate.pem"), "-days", "2", ...subject];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...key], { stdio: "ignore" });
  const location = ofGuide("location / {").replaceAll("127.0.0.1:1863", `127.0.0.1:${PORT}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  );
  fs.writeFileSync(
    file("nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; pid ${file("pid")}; error_log ${file("error.log")};
    events {}
    http {
      access_log ${file("access.log")}; ${temporary.join(" ")}
      server {
        listen 127.0.0.1:${PORT + 1} ssl;
        ssl_certificate ${file("certificate.pem")}; ssl_certificate_key ${file("key.pem")};
        ${location}
      }
    }`,
  );
  const data = path.join(folder, "data");
  const words = [
    "serve",
    "--no-browser",
    "--data",
    data,
    "--listen",
    `127.0.0.1:${PORT}`,
    "--behind-proxy",
    "127.0.0.1",
  ];
  const log = fs.openSync(file("longroll.log"), "w");
  const longroll = spawn(LONGROLL, [...words, "--log", "info", "--log-json"], { stdio: ["ignore", "pipe", log] });
  await new Promise((resolve) => longroll.stdout.once("data", resolve));
  const proxy = spawn(nginx, ["-c", file("nginx.conf"), "-e", file("error.log")], { stdio: "inherit" });
  try {
    await run(`https://localhost:${PORT + 1}`, file);
  } finally {
    const ended = [proxy, longroll].map((child) => new Promise((resolve) => child.once("exit", resolve)));
    proxy.kill("SIGTERM");
    longroll.kill("SIGTERM");
    await Promise.all(ended);
    fs.closeSync(log);
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function somebody() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true });
  return Hands.open(context);
}

await test("proxy: two browsers play behind nginx with TLS, and no token is in a log", async () => {
  const nginx = findNginx();
  if (!nginx) return console.log("left out: nginx is not installed");
  await behindNginx(nginx, async (address, file) => {
    const ann = await somebody();
    for (let tries = 0; ; tries++) {
      const opened = await ann.page.goto(address).catch(() => null);
      if (opened?.ok()) break;
      check(tries < 100, `nginx comes up: ${fs.readFileSync(file("error.log"), "utf8")}`);
      await ann.page.waitForTimeout(100);
    }
    await ann.at("begin").waitFor();
    await ann.page.locator("[data-test=gray]").selectOption("person");
    await ann.page.locator("[data-test=guest]").selectOption("gray");
    await ann.at("begin").click();
    await ann.at("invitation").waitFor();
    const invitation = await ann.at("invitation").inputValue();
    check(invitation.startsWith(`${address}/`), `the invitation leads to the proxy: ${invitation}`);
    const ben = await somebody();
    await ben.page.goto(invitation);
    await ben.at("take-seat").click();
    await ben.until("the first news of the guest", () => ben.news !== null);
    await ann.until("the first news of the creator", () => ann.news !== null);
    const players = [
      { hands: ann, seen: {}, side: "blue" },
      { hands: ben, seen: {}, side: "gray" },
    ];
    for (let turn = 0; turn < 12; turn++) {
      const due = players.find(({ hands, side }) => hands.news.prompt.some((prompt) => prompt.side === side));
      if (!due) {
        await ann.page.waitForTimeout(50);
        continue;
      }
      await playOn(due.hands, due.seen);
      await ann.until("both hear of it", () => ann.news.version === ben.news.version);
    }
    check(ann.news.version > 3, `the battle goes on: version ${ann.news.version}`);
    const secrets = invitation.split("#")[1].match(/[A-Za-z0-9_-]{20,}/g) ?? [];
    for (const hands of [ann, ben]) {
      const kept = await hands.page.evaluate(() => JSON.stringify({ ...localStorage }));
      secrets.push(...(kept.match(/[A-Za-z0-9_-]{20,}/g) ?? []));
    }
    check(secrets.length >= 3, `the browsers keep secrets: ${secrets.length}`);
    for (const name of ["access.log", "error.log", "longroll.log"]) {
      const log = fs.readFileSync(file(name), "utf8");
      check(name === "error.log" || log.includes("/api/games"), `${name} has the requests`);
      const leaked = secrets.find((secret) => log.includes(secret));
      check(!leaked, `no secret of a player is in ${name}`);
    }
  });
});
