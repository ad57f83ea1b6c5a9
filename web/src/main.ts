import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./app.css";
import { applyPreferences } from "./lib/preferences.svelte";

applyPreferences();
const target = document.getElementById("app");
if (target) mount(App, { target });

// Installed, the page and the rulebooks open without the server. A page of `npm run dev` is not kept.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => {}));
