// What people choose for this browser: language and theme. Kept between visits.
export type Lang = "en" | "fr" | "nl";
export type Theme = "auto" | "day" | "night";

const LANGS: readonly Lang[] = ["en", "fr", "nl"];

function preferredLang(): Lang {
  const kept = localStorage.getItem("lang");
  const wanted = [kept ?? "", ...navigator.languages].map((tag) => tag.slice(0, 2));
  return LANGS.find((lang) => lang === wanted.find((tag) => LANGS.includes(tag as Lang))) ?? "en";
}

class Settings {
  lang = $state<Lang>(preferredLang());
  theme = $state<Theme>((localStorage.getItem("theme") as Theme | null) ?? "auto");

  setLang(lang: Lang) {
    this.lang = lang;
    localStorage.setItem("lang", lang);
  }

  setTheme(theme: Theme) {
    this.theme = theme;
    localStorage.setItem("theme", theme);
  }
}

export const settings = new Settings();
