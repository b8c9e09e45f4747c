// Opens the tablet's page while nobody answers. What stands in SHELL is the work of the server (tournaments/https/app.py).
// The page itself comes from the desk wherever it answers; its files from here. What the desk answers to /api/ is never kept.
"use strict";
const SHELF = "cheville-" + SHELL.version;
const PATIENCE = 4000;
const ANY = { ignoreVary: true };

function ours(address) {
  const url = new URL(address);
  return url.origin === location.origin && url.pathname.startsWith(SHELL.home) && !url.pathname.includes(".");
}
function fresh(address) { return new Request(address, { cache: "reload", credentials: "omit" }); }
// The page of a version, and of no other: its scripts are on this shelf.
async function shelve(shelf, address, response) {
  if (!response.ok || response.redirected) return;
  const text = await response.clone().text();
  if (SHELL.files.every((file) => !file.includes("/scripts/") || text.includes(file))) await shelf.put(address, response);
}
async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(SHELL.files.map(fresh));
  const open = (await self.clients.matchAll({ includeUncontrolled: true, type: "window" })).map((client) => client.url.split("#")[0]).filter(ours);
  const home = location.origin + SHELL.home;
  await shelve(shelf, home, await fetch(fresh(home)));
  if (!(await shelf.match(home, ANY))) throw new Error("The page is of another version than this worker.");
  await Promise.all(open.filter((address) => address !== home).map(async (address) => {
    try { await shelve(shelf, address, await fetch(fresh(address))); } catch (e) { /* the page of the home screen is there */ }
  }));
}
async function sweep() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("cheville-") && name !== SHELF).map((name) => caches.delete(name)));
  await self.clients.claim();
}
async function page(event) {
  const shelf = await caches.open(SHELF);
  const kept = await shelf.match(event.request.url.split("#")[0], ANY);
  const asked = fetch(event.request);
  const noted = asked.then((response) => shelve(shelf, event.request.url.split("#")[0], response.clone())).catch(() => {});
  event.waitUntil(noted);
  if (!kept) return asked;
  const late = new Promise((done) => setTimeout(done, PATIENCE, kept));
  return Promise.race([asked.then((response) => (response.status < 500 ? response : kept)).catch(() => kept), late]);
}
async function file(request) {
  const kept = await (await caches.open(SHELF)).match(request.url, ANY);
  return kept || fetch(request);
}

self.addEventListener("install", (event) => { self.skipWaiting(); event.waitUntil(fill()); });
self.addEventListener("activate", (event) => { event.waitUntil(sweep()); });
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") {
    if (ours(event.request.url)) event.respondWith(page(event));
    return;
  }
  const url = new URL(event.request.url);
  if (url.origin === location.origin && SHELL.files.includes(url.pathname + url.search)) event.respondWith(file(event.request));
});
