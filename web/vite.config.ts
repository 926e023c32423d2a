import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { serviceWorker } from "./serviceWorker.ts";

// Where the development server finds the API: PARHELION_SERVER in the environment.
const target = loadEnv("", ".", "PARHELION_").PARHELION_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), VitePWA(serviceWorker)],
  base: "./", // the server writes the path into the page under which it shows it
  // The built client goes into the Python package: running the server needs no Node.
  build: { outDir: "../parhelion/server/static", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target, ws: true }, "/art": target } },
  // Tests run Svelte as a browser does.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: {
    include: ["tests/**/*.test.ts"],
    // A process for each file would take most of the time.
    isolate: false,
    setupFiles: ["tests/startAfresh.ts"],
    unstubGlobals: true,
    // The timeout, in milliseconds, only limits how long a broken test hangs (see tests/waiting.py).
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}));
