// The time left on a clock, as text that fits on a seat.
import { t } from "./words.svelte";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Seconds as a clock shows them: rounded up to whole seconds; hours and days in words. */
export function clockText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const days = Math.floor(whole / DAY);
  const hours = Math.floor((whole % DAY) / HOUR);
  if (days > 0) return t("{days} d {hours} h", { days, hours });
  const minutes = Math.floor((whole % HOUR) / MINUTE);
  if (hours > 0) return t("{hours} h {minutes} min", { hours, minutes });
  return `${minutes}:${String(whole % MINUTE).padStart(2, "0")}`;
}
