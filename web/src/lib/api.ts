// The server's HTTP interface; its types are made from openapi.json (`npm run types`).
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

type Schemas = components["schemas"];
export type Choice = Schemas["Choice"];
export type ChatLine = Schemas["ChatLine"];
export type Clock = Schemas["Clock"];
export type GameInfo = Schemas["GameInfo"];
export type Item = Schemas["Item"];
export type NewTable = Schemas["NewTable"];
export type OptionInfo = Schemas["OptionInfo"];
export type SeatChoice = Schemas["SeatChoice"];
export type News = Schemas["News"];
export type LevelInfo = Schemas["LevelInfo"];
export type Mistake = Schemas["Mistake"];
export type Part = Schemas["Part"];
export type Problem = Schemas["Problem"];
export type Review = Schemas["Review"];
export type ReviewWork = Schemas["ReviewWork"];
export type Scene = Schemas["Scene"];
export type Seat = Schemas["Seat"];
export type Summary = Schemas["Summary"];
export type Table = Schemas["Table"];
export type TurningPoint = Schemas["TurningPoint"];
export type Update = Schemas["Update"];

export const api = createClient<paths>({ baseUrl: "/" });

/** What the server refused, in words for people and with a code for programs. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** A broken way to the server answers, too, but not with a problem. */
function isProblem(error: unknown): error is Problem {
  return typeof error === "object" && error !== null && "code" in error;
}

/** The data of an answer; a refusal is thrown. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (isProblem(error)) throw new Refused(error);
  if (error !== undefined) throw new Error("not an answer of the server");
  return data as T;
}
