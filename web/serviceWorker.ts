// The service worker and the manifest, which make the client installable; vite-plugin-pwa writes
// both. Files whose addresses change with their content come from the cache, everything else from
// the network: pages name the files of the build that the server has now, and data of the API is
// never old. Without a network there is one page of our own, which needs nothing else.
import type { VitePWAOptions } from "vite-plugin-pwa";

const MAX_CACHED = 80; // files of older builds go first

export const serviceWorker: Partial<VitePWAOptions> = {
  injectRegister: false, // main.ts does it, as it knows where the client is shown
  includeManifestIcons: false,
  manifest: {
    name: "Parhelion",
    short_name: "Parhelion",
    description: "Sky board games at one table: against bots or with friends.",
    start_url: "./", // as all addresses here, beside the manifest
    scope: "./",
    display: "standalone",
    background_color: "#0b1026",
    theme_color: "#0b1026",
    categories: ["games"],
    icons: [
      { src: "icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "icon-192.png", type: "image/png", sizes: "192x192", purpose: "any maskable" },
      { src: "icon-512.png", type: "image/png", sizes: "512x512", purpose: "any maskable" },
    ],
  },
  workbox: {
    globPatterns: ["offline.html"],
    navigateFallback: null,
    skipWaiting: true, // a new version takes over at once
    clientsClaim: true,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) =>
          request.mode === "navigate" && !url.pathname.includes("/api/"),
        handler: "NetworkOnly",
        options: { precacheFallback: { fallbackURL: "offline.html" } },
      },
      {
        urlPattern: ({ sameOrigin, url }) => sameOrigin && /\/(assets|art)\//.test(url.pathname),
        handler: "CacheFirst",
        options: { cacheName: "files", expiration: { maxEntries: MAX_CACHED } },
      },
    ],
  },
};
