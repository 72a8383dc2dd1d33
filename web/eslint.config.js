// What the compiler does not say about the page's code.

import js from "@eslint/js";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["dist/", "node_modules/"] },
  js.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // The server's words are trusted where they come in; tests index lists that they made.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/restrict-template-expressions": "off",
      eqeqeq: ["error", "always", { null: "ignore" }],
      // Safari knows lookbehind from 16.4 on; before, one such expression stops the whole page.
      "no-restricted-syntax": ["error", { selector: "Literal[regex.pattern=/\\(\\?<[=!]/]", message: "no lookbehind in regular expressions" }],
    },
  },
  { files: ["*.ts"], extends: [ts.configs.base] },
  {
    files: ["site/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        ["addEventListener", "caches", "clients", "crypto", "fetch", "Headers", "registration", "Response", "skipWaiting", "URL"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
  {
    files: ["e2e/**/*.mjs", "src/**/*.mjs", "*.{js,ts}"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "process",
          "console",
          "window",
          "document",
          "location",
          "localStorage",
          "performance",
          "fetch",
          "URL",
          "Buffer",
          "setTimeout",
          "clearTimeout",
          "BroadcastChannel",
          "WebSocket",
          "structuredClone",
          "MutationObserver",
          "addEventListener",
          "Element",
          "PointerEvent",
          "AudioBufferSourceNode",
          "OscillatorNode",
          "innerWidth",
          "innerHeight",
          "DataTransfer",
          "File",
          "DragEvent",
          "getComputedStyle",
          "requestAnimationFrame",
          "Blob",
          "Image",
          "TextDecoder",
          "TextEncoder",
          "WebAssembly",
          "navigator",
          "crypto",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
);
