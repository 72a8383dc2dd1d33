import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// In development the page is served by vite and the API by `heibai serve` on its usual address.
const server = process.env.HEIBAI_SERVER ?? "http://127.0.0.1:8866";

/** A site without a server asks none for anything. */
const withoutServer: Plugin = {
  name: "without-server",
  transformIndexHtml: (html) => html.replace(/^.*rel="preload" href="\/api\/.*\n/gm, ""),
};

/** The board as a package for other pages. */
const element = {
  target: "es2022",
  lib: { entry: "src/element/element.ts", formats: ["es" as const], fileName: () => "heibai-board.js" },
};

export default defineConfig(({ mode }) => ({
  plugins: mode === "site" ? [withoutServer] : [],
  worker: { format: "es" },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  publicDir: mode === "element" ? false : "public",
  build: mode === "element" ? element : { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The course is read where it is written, in docs/course.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  // No test waits for anything; only a machine that is busy with other things is slow.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
}));
