// The server's HTTP interface; its types are made from openapi.json (`npm run types`).
import createClient from "openapi-fetch";
import { base } from "./base";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
/** A part of a scene: left, top, width and height. */
export type Box = readonly number[];
export type Access = Schemas["Access"];
export type EndedAccess = Schemas["EndedAccess"];
export type Answer = Schemas["Answer"];
export type CataloguedChoice = Schemas["CataloguedChoice"];
export type Choice = Schemas["Choice"];
export type ChatLine = Schemas["ChatLine"];
export type Clock = Schemas["Clock"];
export type GameInfo = Schemas["GameInfo"];
export type LessonAnswer = Schemas["LessonAnswer"];
export type LessonInfo = Schemas["LessonInfo"];
export type LessonStep = Schemas["LessonStep"];
export type Item = Schemas["Item"];
export type NewTable = Schemas["NewTable"];
export type Offer = Schemas["Offer"];
export type OptionInfo = Schemas["OptionInfo"];
export type SeatChoice = Schemas["SeatChoice"];
export type MadeBot = Schemas["MadeBot"];
export type MyBot = Schemas["MyBot"];
export type OfferedBot = Schemas["OfferedBot"];
export type News = Schemas["News"];
export type LevelInfo = Schemas["LevelInfo"];
export type Mistake = Schemas["Mistake"];
export type Proposal = Schemas["Proposal"];
export type Remark = Schemas["Remark"];
export type Part = Schemas["LuckAndSkill"];
export type Problem = Schemas["Problem"];
export type RecoveryLink = Schemas["RecoveryLink"];
export type Review = Schemas["GameReview"];
export type ReviewWork = Schemas["ReviewWork"];
export type RemainingAccess = Schemas["RemainingAccess"];
export type Rules = Schemas["Rules"];
export type RulesPassage = Schemas["RulesPassage"];
export type RulesSection = Schemas["RulesSection"];
export type Scene = Schemas["Scene"];
export type Section = Schemas["Section"];
export type Session = Schemas["SessionInfo"];
export type Seat = Schemas["Seat"];
export type Summary = Schemas["Summary"];
export type Table = Schemas["TableState"];
export type TableWords = Schemas["TableWords"];
export type TurningPoint = Schemas["TurningPointInfo"];
export type ServerInfo = Schemas["ServerInfo"];
export type Acknowledged = Schemas["Acknowledged"];
export type Update = Schemas["Update"];
export type WhyIllegal = Schemas["WhyIllegal"];

export const api = createClient<paths>({ baseUrl: `${base}/` });

/** A refusal of the server: a sentence for people and a code for programs. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** A proxy on the way may answer with an error, too, but not with a problem. */
function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error;
}

/** The data of an answer; throws a refusal. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (isProblem(error)) throw new Refused(error);
  if (error !== undefined) throw new Error("the answer does not come from the server");
  return data as T;
}
