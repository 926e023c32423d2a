/** Lines are told apart by more than their colour. */
const DASHES = ["none", "7 4", "2 4", "11 4 2 4"];

/** How the line of a seat is drawn: in the colour that the theme of the game gives the seat. */
export function seatLine(seat: number) {
  return {
    stroke: `var(--seat-${seat}, var(--plain-${seat}))`,
    "stroke-dasharray": DASHES[seat] ?? "none",
  };
}
