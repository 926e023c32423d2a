// The time now, as a reactive value: what reads it is drawn again twice a second.
import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

/** Milliseconds since 1970. */
export function now(): number {
  subscribe();
  return Date.now();
}
