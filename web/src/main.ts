import { mount } from "svelte";
import "./fonts.css";
import "./app.css";
import { applyPreferences } from "./lib/preferences.svelte";
import { loadLanguage } from "./texts";

// Installed, the page and the rulebooks open without the server. A page of `npm run dev` is not kept.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));

applyPreferences();
await loadLanguage();
const target = document.getElementById("app");
// Texts are read when the files of the page are loaded, so those come after the language.
if (target) mount((await import("./App.svelte")).default, { target });
