import { createHash } from "node:crypto";
import fs from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Writes the service worker with the names of all files that belong to the shell. */
function serviceWorker() {
  const read = (path) => fs.readFileSync(new URL(path, import.meta.url), "utf8");
  return {
    name: "longroll-service-worker",
    apply: "build",
    // After Vite has taken out the scripts of which only their styles were left.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const standing = fs
          .readdirSync(new URL("public", import.meta.url), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => `${entry.parentPath}/${entry.name}`.split("/public/").at(-1));
        const shell = [...Object.keys(bundle), ...standing].filter((name) => name !== "index.html").sort();
        const worker = read("src/worker/service-worker.js");
        const names = JSON.stringify(shell.map((name) => `/${name}`));
        const build = createHash("sha256")
          .update(names + worker + read("index.html"))
          .digest("hex")
          .slice(0, 12);
        const source = `globalThis.LONGROLL_SHELL = ${names};\nglobalThis.LONGROLL_BUILD = "${build}";\n${worker}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}

// Styles and scripts are files of their own: the server's content security policy allows nothing inline.
export default defineConfig({
  plugins: [svelte(), serviceWorker()],
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
