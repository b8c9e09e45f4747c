// Service worker of the tablet's page: opens it while the desk is not reachable. The server puts the constant SHELL before
// this script (tournaments/https/app.py). The page comes from the network first, its files from the cache first. Answers to
// /api/ are never cached.
"use strict";
const CACHE_NAME = "cheville-" + SHELL.version;
const PATIENCE_MS = 4000;
const IGNORE_VARY = { ignoreVary: true };

function isOwnPage(address) {
  const url = new URL(address);
  return url.origin === location.origin && url.pathname.startsWith(SHELL.home) && !url.pathname.includes(".");
}
function freshRequest(address) { return new Request(address, { cache: "reload", credentials: "omit" }); }
// Caches the page only if it is of this version, as the cache has only the scripts of this version.
async function storePage(cache, address, response) {
  if (!response.ok || response.redirected) return;
  const text = await response.clone().text();
  if (SHELL.files.every((file) => !file.includes("/scripts/") || text.includes(file))) await cache.put(address, response);
}
async function fillCache() {
  const cache = await caches.open(CACHE_NAME);
  await cache.addAll(SHELL.files.map(freshRequest));
  const openPages = (await self.clients.matchAll({ includeUncontrolled: true, type: "window" }))
    .map((client) => client.url.split("#")[0]).filter(isOwnPage);
  const home = location.origin + SHELL.home;
  await storePage(cache, home, await fetch(freshRequest(home)));
  if (!(await cache.match(home, IGNORE_VARY))) throw new Error("The page is of another version than this worker.");
  await Promise.all(openPages.filter((address) => address !== home).map(async (address) => {
    try { await storePage(cache, address, await fetch(freshRequest(address))); } catch (e) { /* the page at `home` is cached and is enough */ }
  }));
}
async function deleteOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("cheville-") && name !== CACHE_NAME).map((name) => caches.delete(name)));
  await self.clients.claim();
}
async function answerPage(event) {
  const cache = await caches.open(CACHE_NAME);
  const cached = await cache.match(event.request.url.split("#")[0], IGNORE_VARY);
  const fetched = fetch(event.request);
  const stored = fetched.then((response) => storePage(cache, event.request.url.split("#")[0], response.clone())).catch(() => {});
  event.waitUntil(stored);
  if (!cached) return fetched;
  const timeout = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, cached));
  return Promise.race([fetched.then((response) => (response.status < 500 ? response : cached)).catch(() => cached), timeout]);
}
async function answerFile(request) {
  const cached = await (await caches.open(CACHE_NAME)).match(request.url, IGNORE_VARY);
  return cached || fetch(request);
}

self.addEventListener("install", (event) => { self.skipWaiting(); event.waitUntil(fillCache()); });
self.addEventListener("activate", (event) => { event.waitUntil(deleteOldCaches()); });
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") {
    if (isOwnPage(event.request.url)) event.respondWith(answerPage(event));
    return;
  }
  const url = new URL(event.request.url);
  if (url.origin === location.origin && SHELL.files.includes(url.pathname + url.search)) event.respondWith(answerFile(event.request));
});
