// Notifications of the browser: they tell of my turn while nobody looks at the page.
import { base } from "./base";

/** Whether this browser has them at all. */
export function canNotify(): boolean {
  return "Notification" in window;
}

/** Ask for the permission; whether it is given. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Tell somebody who does not look at the page; a click brings them back to it. */
export function tellAbsent(title: string, text: string) {
  if (!document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const told = new Notification(title, {
    body: text,
    tag: location.pathname,
    icon: `${base}/icon-192.png`,
  });
  told.onclick = () => {
    window.focus();
    told.close();
  };
}
