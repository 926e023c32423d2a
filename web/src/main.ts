import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./style.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// Installable, and with a page of its own when offline; in development it would only be in the way.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js").catch(() => undefined); // the page works without it
}
