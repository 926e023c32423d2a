// People whose lines of chat this browser hides, at every table and under every name. Kept between
// visits; nobody else knows.
const MUTED = "muted";

class Mutes {
  #senders = $state<readonly string[]>(
    JSON.parse(localStorage.getItem(MUTED) ?? "[]") as readonly string[],
  );

  /** Whether somebody's lines are hidden. */
  has(sender: string): boolean {
    return this.#senders.includes(sender);
  }

  /** Hide somebody's lines, or show them again. */
  toggle(sender: string) {
    this.#senders = this.has(sender)
      ? this.#senders.filter((each) => each !== sender)
      : [...this.#senders, sender];
    localStorage.setItem(MUTED, JSON.stringify(this.#senders));
  }
}

export const mutes = new Mutes();
