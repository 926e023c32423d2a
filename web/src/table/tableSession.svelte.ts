// Everything an open table page knows and does: the live table, its replay, handover and review,
// hints, and what of all that is shown now.
import type { GameInfo, Scene, Section, Table, WhyIllegal } from "../lib/api";
import { games } from "../lib/gameList";
import { attempt, failureText, notifyFailure } from "../lib/notice.svelte";
import { openTable } from "../lib/openTable";
import { rememberVictory } from "../lib/levelProgress";
import { go } from "../lib/router.svelte";
import { middleLevel } from "../lib/seating";
import { labelled, t } from "../lib/words.svelte";
import { DrawerState } from "./drawer/drawerState.svelte";
import { Handover } from "./handover.svelte";
import { labelSections } from "./labelSections";
import { LiveTable } from "./liveTable.svelte";
import { Replay } from "./replay.svelte";
import { ReviewJob } from "./review/reviewJob.svelte";
import { loadAssets } from "./scene/assets";
import type { Suggestion } from "./scene/suggestion";
import { farSeats, nearSeats } from "./nearAndFarSeats";
import { recentMoves } from "./recentMoves";
import { callName } from "./seatText";
import { signal } from "./tableSignals";

/** How long people look at the end before the result opens beside it, in milliseconds. */
const LAST_LOOK = 1400;

export class TableSession {
  readonly live: LiveTable;
  readonly replay: Replay;
  readonly handover: Handover;
  readonly reviewJob: ReviewJob;
  readonly drawer: DrawerState;
  /** The game; undefined until the server has described it. */
  info = $state.raw<GameInfo>();
  /** Whether that has come, or failed: what depends on it is final. */
  isGameLoaded = $state(false);
  /** Items that are pointed out. */
  lit = $state.raw<readonly string[]>([]);
  suggestion = $state.raw<Suggestion>();
  /** Whether the picture still shows how it came about. */
  moving = $state(false);
  /** Whether a hint is being looked for. */
  askingForHint = $state(false);

  constructor(id: string) {
    this.live = new LiveTable(id, (before, after) => this.#changed(before, after));
    this.replay = new Replay(this.live);
    this.handover = new Handover(this.live);
    this.reviewJob = new ReviewJob(this.live);
    this.drawer = new DrawerState(this.live);
  }

  table = $derived.by(() => this.live.table);
  over = $derived(this.table?.status === "over");
  /** The table as it is now, as far as the people who look may see it. */
  present = $derived.by(() => this.handover.scene);
  /** The scene shown: the present one, or an earlier one in a replay. */
  scene = $derived.by(() => {
    const { ply, scene } = this.replay;
    return ply !== null && !this.handover.pending ? (scene ?? this.present) : this.present;
  });
  /** What was told of the present scene, if it is the one shown; never what was told of an earlier
   * one. */
  #told = $derived.by(() => {
    const { scene, live, table } = this;
    const { words } = live;
    return words && scene === live.scene && words.version === table?.version ? words : undefined;
  });
  /** Whether the words of the scene shown are all that can be said of it. */
  isToldInFull = $derived.by(() => !!this.scene?.sections?.length || !!this.#told);
  /** The words of the scene shown. A scene that was asked for brings them; of the present one they
   * are told to who needs them, and until then its items say what they are. */
  sections = $derived.by((): readonly Section[] => {
    const { scene } = this;
    if (!scene) return [];
    return scene.sections?.length ? scene.sections : (this.#told?.sections ?? labelSections(scene));
  });
  /** What the legal moves would cost and bring, as far as that is known already. */
  notes = $derived.by(
    (): Readonly<Record<string, string>> => this.#told?.notes ?? this.scene?.notes ?? {},
  );
  mine = $derived(this.table?.seats.filter((seat) => seat.yours) ?? []);
  near = $derived.by(() => {
    const { guarded, holder } = this.handover;
    const viewed = holder ?? this.table?.seat ?? null;
    return nearSeats(this.table?.seats ?? [], guarded ? viewed : undefined);
  });
  far = $derived(farSeats(this.table?.seats ?? [], this.near));
  /** The title of the seat whose view it is. */
  viewer = $derived(this.title(this.table?.seat ?? 0));
  /** Whether I am to move, and the moves of the others have been shown. */
  isMyTurn = $derived.by(() => !!this.table?.can.includes("move") && !this.moving);
  canHint = $derived.by(() => this.table?.can.includes("hint") && !this.handover.pending);
  canAskWhyIllegal = $derived.by(
    () => this.mine.length > 0 && this.replay.ply === null && this.table?.status === "playing",
  );
  /** The sentence that says what is to be done now. */
  prompt = $derived.by(() => this.#prompt());
  /** The moves that are news to the seat that looks. */
  news = $derived.by(() => {
    if (this.handover.pending || this.replay.ply !== null) return [];
    return recentMoves(this.present?.log ?? [], this.table?.seat ?? null);
  });
  /** The last move in words. */
  lastMove = $derived(this.moveText(this.present?.log.at(-1)));

  /** The title of a seat. */
  title(seat: number): string {
    return this.table?.seats[seat]?.title ?? "";
  }

  /** A move of the log with the seat that played it. */
  moveText(entry: Scene["log"][number] | undefined): string {
    return entry ? labelled(callName(entry.seat, this.table?.seats ?? []), entry.label) : "";
  }

  #prompt(): string {
    const { table, scene } = this;
    if (table?.status === "playing" && this.handover.pending)
      return t("{name} to move.", { name: this.viewer });
    if (!table || !scene) return "";
    if (this.replay.ply !== null) return t("Looking back");
    if (table.status === "open") return scene.prompt;
    const mover = table.turn === null ? undefined : table.seats[table.turn];
    if (mover?.thinking)
      return t("{seat} is thinking…", { seat: mover.substitute ? t("A bot") : mover.name });
    return mover?.yours && this.mine.length > 1 ? `${mover.title} · ${scene.prompt}` : scene.prompt;
  }

  /** Fetch what the server says about the game, and its drawings, which the seats need, too. */
  async loadGame(name: string) {
    this.info = (await attempt(games))?.find((game) => game.name === name);
    this.isGameLoaded = true;
    if (this.info) void loadAssets(this.info.symbols, this.info.theme);
  }

  close() {
    this.replay.leave();
    this.handover.cover();
    this.reviewJob.stop();
    this.live.close();
  }

  /** What follows from an update of the table. */
  #changed(before: Table | undefined, after: Table) {
    signal(before, after);
    if (!before) {
      this.drawer.markRead();
      this.#sitDown(after);
    }
    if (after.ply !== before?.ply) this.forgetSuggestion();
    if (before && after.ply < before.ply) this.replay.forget();
    if (after.seat !== before?.seat) {
      this.replay.leave(); // what one seat saw earlier is not for the next
      this.replay.forget();
      void this.handover.seatChanged();
    }
    if (after.status === "over" && before?.status === "playing") rememberVictory(after);
    if (after.status === "over" && before?.status !== "over")
      setTimeout(() => this.drawer.show("result"), before ? LAST_LOOK : 0);
  }

  /** Take the seat of the next game that is kept for me. */
  #sitDown(table: Table) {
    const kept = table.seats.find((seat) => seat.awaited && seat.yours);
    if (kept) void attempt(() => this.live.join(kept.seat));
  }

  // --- actions

  async play(move: string): Promise<boolean> {
    try {
      await this.live.play(move);
      this.suggestion = undefined;
      return true;
    } catch (error) {
      notifyFailure(error);
      return false;
    }
  }

  forgetSuggestion() {
    this.suggestion = undefined;
    this.lit = [];
  }

  whyIllegal(path: readonly string[]): Promise<WhyIllegal> {
    const failed = (error: unknown) => ({ message: failureText(error), rule: null });
    return this.live.whyIllegal(path).catch(failed);
  }

  /** Ask a bot for a good move; undefined if it has none or the table has changed meanwhile. */
  async askForHint(): Promise<string | undefined> {
    if (this.askingForHint) return undefined;
    this.askingForHint = true;
    const hint = await attempt(() => this.live.hint());
    this.askingForHint = false;
    if (!hint || (this.table?.version ?? 0) > hint.version) return undefined;
    this.suggestion = { move: hint.move, sentences: [hint.words, ...hint.explanation] };
    return hint.move;
  }

  /** The person whose view it is has the device now. */
  acceptHandover() {
    this.handover.accept();
  }

  async rematch() {
    const next = await attempt(() => this.live.rematch());
    if (next) go(`/t/${next}`);
  }

  /** Look back at the table after so many moves. */
  lookAt(ply: number) {
    if (!this.handover.pending) void this.replay.stopAt(ply);
  }

  watchAgain() {
    this.drawer.show(this.drawer.isSheet ? null : "log");
    this.replay.toggle();
  }

  beginReview() {
    this.drawer.show("review");
    void this.reviewJob.begin();
  }

  /** Open a new table from the scene shown: the seat to move is mine, bots take the others. */
  async playOn() {
    const { table, info } = this;
    if (!table || !info) return;
    const ply = this.replay.ply ?? 0;
    const mover = this.present?.log[ply]?.seat;
    const level = middleLevel(info);
    const seats = table.seats
      .filter(({ kind }) => kind !== "rules")
      .map(({ seat }) =>
        seat === mover ? { kind: "me" as const } : { kind: "bot" as const, level },
      );
    await attempt(async () =>
      openTable({ game: table.game, record: await this.live.record(), ply, seats }),
    );
  }
}
