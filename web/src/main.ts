// The client starts here.
import { mount } from "svelte";
import App from "./App.svelte";
import { base } from "./lib/base";
import "./styles/fonts.css";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/buttons.css";
import "./styles/fields.css";
import "./styles/print.css";

const target = document.getElementById("app");
if (target) mount(App, { target });
if (import.meta.env.PROD && "serviceWorker" in navigator)
  addEventListener("load", () => void navigator.serviceWorker.register(`${base}/sw.js`));
