import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["dist", "node_modules", "src/wire.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      // Svelte's own rule knows props and bound values.
      "prefer-const": "off",
      "svelte/prefer-const": ["error", { excludedRunes: ["$props", "$state", "$bindable"] }],
      "@typescript-eslint/consistent-type-imports": "error",
      // Sets and maps here are made whole and replaced whole, so plain ones are right.
      "svelte/prefer-svelte-reactivity": "off",
      // Addresses behind the # are made by lib/route.ts.
      "svelte/no-navigation-without-resolve": "off",
    },
  },
  { files: ["tests/**"], rules: { "no-console": "off" } },
);
