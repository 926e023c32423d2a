// What people choose for this browser: language, theme and tables in words. Kept between visits.
import { firstKnown, type Lang } from "./languages";

export type Theme = "auto" | "day" | "night";

function preferredLang(): Lang {
  const kept = localStorage.getItem("lang");
  return firstKnown([kept ?? "", ...navigator.languages]);
}

class Settings {
  lang = $state<Lang>(preferredLang());
  theme = $state<Theme>((localStorage.getItem("theme") as Theme | null) ?? "auto");

  /** Whether tables are always told in words, too. */
  inWords = $state(localStorage.getItem("inWords") === "yes");

  setLang(lang: Lang) {
    this.lang = lang;
    localStorage.setItem("lang", lang);
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    localStorage.setItem("theme", theme);
  }

  setInWords() {
    this.inWords = true;
    localStorage.setItem("inWords", "yes");
  }
}

export const settings = new Settings();
