// What people choose for this browser: language, looks, sound, motion, help. Kept between visits.
import { prefersReducedMotion } from "svelte/motion";
import { firstKnown, type Lang } from "./languages";

export type Theme = "auto" | "day" | "night";
export type Motion = "auto" | "less";
export type Speed = "slow" | "normal" | "fast";

/** Everything that is kept, as it is before anybody chooses. */
const DEFAULTS = {
  theme: "auto" as Theme,
  motion: "auto" as Motion,
  speed: "normal" as Speed,
  /** Whether moves, my turn and the end are heard. */
  sound: false,
  /** Whether a move waits for its button. */
  confirm: true,
  /** Whether the picture names its places. */
  coordinates: false,
  /** Whether the browser says that it is my turn while the page is hidden. */
  notifications: false,
  /** Whether tables are always told in words, too. */
  inWords: false,
};
type Kept = typeof DEFAULTS;

/** How long an animation takes, measured in its usual time. */
const PACES: Readonly<Record<Speed, number>> = { slow: 2, normal: 1, fast: 0.5 };

function preferredLang(): Lang {
  const kept = localStorage.getItem("lang");
  return firstKnown([kept ?? "", ...navigator.languages]);
}

function kept<Name extends keyof Kept>(name: Name): Kept[Name] {
  const text = localStorage.getItem(name);
  if (text === null) return DEFAULTS[name];
  return (typeof DEFAULTS[name] === "boolean" ? text === "yes" : text) as Kept[Name];
}

class Settings {
  lang = $state<Lang>(preferredLang());
  theme = $state(kept("theme"));
  motion = $state(kept("motion"));
  speed = $state(kept("speed"));
  sound = $state(kept("sound"));
  confirm = $state(kept("confirm"));
  coordinates = $state(kept("coordinates"));
  notifications = $state(kept("notifications"));
  inWords = $state(kept("inWords"));

  /** Whether things are highlighted instead of moved, by choice or as the system says. */
  get lessMotion(): boolean {
    return this.motion === "less" || prefersReducedMotion.current;
  }

  /** How long an animation takes, measured in its usual time. */
  get pace(): number {
    return PACES[this.speed];
  }

  setLang(lang: Lang) {
    this.lang = lang;
    localStorage.setItem("lang", lang);
  }

  /** Choose something, and remember it. */
  set<Name extends keyof Kept>(name: Name, value: Kept[Name]) {
    (this as Kept)[name] = value;
    localStorage.setItem(name, typeof value === "boolean" ? (value ? "yes" : "no") : `${value}`);
  }
}

export const settings = new Settings();
