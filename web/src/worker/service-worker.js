// Keeps the shell of the page, the rulebooks and the plans of umpires, so that they open without the server. The build fills in the files of the shell.
// Whatever is played, weighed or saved needs the server; nothing of that is kept here.

const SHELL = globalThis.LONGROLL_SHELL;
const KEPT = `longroll-${globalThis.LONGROLL_BUILD}`;
const START = "/api/start";
const BOOK = /^\/api\/rules\/[^/]+$/;
const PLAN = /^\/api\/umpire\/plans\/[^/]+$/;

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) event.respondWith(keptFirst(request));
  else if (request.mode === "navigate") event.respondWith(serverFirst(request, "/"));
  else if (pathname === START || BOOK.test(pathname) || PLAN.test(pathname))
    event.respondWith(serverFirst(request, pathname));
  else if (SHELL.includes(pathname)) event.respondWith(serverFirst(request, pathname));
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  await cache.addAll(["/", ...SHELL, START]);
  const { rulesets } = await (await cache.match(START)).json();
  await cache.addAll(rulesets.flatMap(({ id }) => [`/api/rules/${id}`, `/api/umpire/plans/${id}`]));
  await self.skipWaiting();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("longroll-") && name !== KEPT).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
}

/** For files whose name changes with their content. */
async function keptFirst(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** The server's word if it can be had. */
async function serverFirst(request, kept) {
  try {
    return await fetch(request);
  } catch (error) {
    const held = await caches.match(kept);
    if (held) return held;
    throw error;
  }
}
