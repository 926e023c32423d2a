// The service worker: what never changes comes from the cache, everything else from the network.
// Pages are not cached: a page always names the assets of the build that the server has now.
// Without a network there is one page of our own, which needs nothing else.

const CACHE = "parhelion-1";
const OFFLINE = "/offline.html";
const LASTING = /^\/(assets|art)\//; // their addresses change with their content
const LIMIT = 80; // files of older builds go first

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(OFFLINE)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  event.waitUntil(dropOldCaches().then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, address));
  else if (LASTING.test(address.pathname)) event.respondWith(lasting(request));
});

async function dropOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function page(request, address) {
  try {
    return await fetch(request);
  } catch (error) {
    if (address.pathname.startsWith("/api/")) throw error;
    const offline = await caches.match(OFFLINE);
    return offline ?? Response.error();
  }
}

async function lasting(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request);
  if (known) return known;
  const fresh = await fetch(request);
  if (fresh.ok) await keep(cache, request, fresh.clone());
  return fresh;
}

async function keep(cache, request, response) {
  await cache.put(request, response);
  const kept = await cache.keys();
  const lasting = kept.filter((old) => new URL(old.url).pathname !== OFFLINE);
  await Promise.all(lasting.slice(0, -LIMIT).map((old) => cache.delete(old)));
}
