import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, loadEnv } from "vite";

// Where the development server finds the API: PARHELION_SERVER in the environment.
const target = loadEnv("", ".", "PARHELION_").PARHELION_SERVER ?? "http://127.0.0.1:8000";

// The built client goes into the Python package: running the server needs no Node.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../parhelion/server/static", emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { "/api": { target, ws: true }, "/art": target } },
});
