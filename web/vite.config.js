import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// Styles and scripts are files of their own: the server's content security policy allows nothing inline.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.LONGROLL_WEB_OUT ?? "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: process.env.LONGROLL_SERVER ?? "http://127.0.0.1:1863", ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
