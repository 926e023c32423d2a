// What this browser adds to the shuffle of a game, so that nobody else alone can choose the deal.

/** 128 random bits. */
export function randomSeatText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
