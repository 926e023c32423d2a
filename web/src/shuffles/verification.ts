// The steps from the secret of a table to its last move, each checked by itself.
import { labelled, t, tn } from "../lib/words.svelte";
import { firstDifference } from "./difference";
import { CHECKERS, parts, type GameChecker, type LaterChance } from "./gameCheckers";
import { BadPart, type GameRecord, type Shuffle } from "./gameRecord";
import { sha256Hex } from "./generator";

/** Open is what a record cannot prove, or what is not known here. */
export type Verdict = "holds" | "fails" | "open";

export interface Step {
  verdict: Verdict;
  text: string;
}

function step(verdict: Verdict, text: string): Step {
  return { verdict, text };
}

/** All steps; `noted` is the commitment that somebody noted before the game, "" for none. BadPart if
 * the deal has not the shape of one. */
export function verify(record: GameRecord, noted = ""): Step[] {
  const checker = CHECKERS[record.game];
  const seed = [...secretSteps(record.shuffle, noted), ...seedSteps(record, checker)];
  try {
    return [...seed, dealStep(record, checker), ...laterSteps(record, checker)];
  } catch (error) {
    throw new BadPart("deal", { cause: error });
  }
}

function secretSteps(shuffle: Shuffle | undefined, noted: string): Step[] {
  if (!shuffle) {
    return noted ? [step("fails", t("You noted a commitment, but the record has none."))] : [];
  }
  const { commitment, secret } = shuffle;
  const kept = sha256Hex(secret) === commitment;
  const first = kept
    ? step("holds", t("The secret belongs to the commitment {commitment}.", { commitment }))
    : step(
        "fails",
        t("The secret does not belong to the commitment {commitment}.", { commitment }),
      );
  if (!noted) return [first];
  return [
    first,
    noted === commitment
      ? step("holds", t("This is the commitment that you noted."))
      : step("fails", t("You noted another commitment: {noted}.", { noted })),
  ];
}

function seedSteps(record: GameRecord, checker: GameChecker | undefined): Step[] {
  const { shuffle, seed } = record;
  if (!shuffle) return [];
  const { secret, seats } = shuffle;
  const oneEach = !checker || checker.seats(record) === seats.length;
  const noRival = !checker?.rivals(record).some((seat) => seats[seat]);
  if (!oneEach || !noRival || [secret, ...seats].join(".") !== seed) {
    return [step("fails", t("The seed is not made of the secret and one text of each seat."))];
  }
  const texts = seats
    .map((text, i) => labelled(t("Seat {n}", { n: i + 1 }), text || t("no text")))
    .join(", ");
  return [
    step(
      "holds",
      t("The seed is made of the secret and the texts of the seats: {texts}.", { texts }),
    ),
  ];
}

function dealStep(record: GameRecord, checker: GameChecker | undefined): Step {
  const { deal, seed } = record;
  if (deal === undefined) return step("open", t("There is no deal: the position was set up."));
  if (seed === undefined) {
    return step("open", t("There is no seed: nothing tells where the deal comes from."));
  }
  if (!checker)
    return step("open", t("The deal was not checked: this page does not know the game."));
  const deals = checker.deals(record, seed);
  if (!deals) {
    return step("open", t("The deal was not checked: this page does not know the edition."));
  }
  const different = firstDifference(...deals, "deal");
  if (!different) return step("holds", t("The deal follows from the seed."));
  if (!record.shuffle && record.rules < checker.rules) {
    return step("open", t("Older versions of the rules may have dealt otherwise."));
  }
  return step(
    "fails",
    t(
      "The deal does not follow from the seed: {where} is “{here}” in the record, but the seed gives “{found}”.",
      { ...different },
    ),
  );
}

function laterSteps(record: GameRecord, checker: GameChecker | undefined): Step[] {
  const { deal, seed, moves } = record;
  const unchecked = step(
    "open",
    t("The moves were not checked: this page does not know all rules. “parhelion verify” does."),
  );
  if (!checker || deal === undefined) return [unchecked];
  if (seed === undefined) {
    return [step("open", t("Chance was told with the moves, not by a seed.")), unchecked];
  }
  const found = checker.laterChance(record, seed);
  const chance = chanceStep(found, moves);
  if (!checker.knowsRules || found.different) return [chance, unchecked];
  if (found.checked === moves.length) {
    const text = t("The moves ({n}) are legal. The points were not counted.", { n: moves.length });
    return [chance, step("holds", text)];
  }
  const [number, move = ""] = [found.checked + 1, moves[found.checked]];
  return [chance, step("fails", t("Move {number}, “{move}”, is not legal.", { number, move }))];
}

function chanceStep({ checked, decided, different }: LaterChance, moves: string[]): Step {
  if (different) {
    const { ply, chance, found } = different;
    const values = { number: ply + 1, move: parts(moves[ply] ?? "")[0], chance };
    return step(
      "fails",
      found
        ? t("Move {number}, “{move}”: the record tells “{chance}”, but the seed gives “{found}”.", {
            ...values,
            found,
          })
        : t(
            "Move {number}, “{move}”: the record tells “{chance}”, but chance decides nothing with it.",
            values,
          ),
    );
  }
  if (checked < moves.length) {
    const number = checked + 1;
    return step(
      "open",
      t("What chance decided from move {number} on was not checked.", { number }),
    );
  }
  if (!decided) return step("holds", t("After the deal, chance decided nothing."));
  return step(
    "holds",
    tn(
      "What chance decided with {n} later move follows from the seed.",
      "What chance decided with {n} later moves follows from the seed.",
      decided,
    ),
  );
}

/** What follows from the steps, and what does not. */
export function whatItProves(record: GameRecord, steps: Step[]): string[] {
  if (steps.some(({ verdict }) => verdict === "fails")) {
    return [t("This record does not prove that chance was fair. See the steps marked ✗.")];
  }
  if (record.deal === undefined || record.seed === undefined) {
    return [t("Set-up positions and games that were typed in prove nothing about chance.")];
  }
  if (!record.shuffle) {
    return [t("Not proved: that nobody chose the seed, and with it the deal.")];
  }
  return [
    t(
      "Nobody could choose the deal, not even whoever ran the table: if you noted the commitment before you sat down, and your own text is among those above.",
    ),
    t(
      "Not proved: that nobody was told the deal; and that whoever ran the table did not choose the text of a seat that was taken after yours.",
    ),
  ];
}
