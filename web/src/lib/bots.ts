// Bots of people and of the host, beside those of every game.
import { answer, api, type MadeBot, type MyBot, type OfferedBot } from "./api";
import { settings } from "./settings.svelte";

/** Refusals are in the language of the page. */
function spoken() {
  return { headers: { "Accept-Language": settings.lang } };
}

/** The bots that I may ask to a table. */
export async function fetchOfferedBots(): Promise<OfferedBot[]> {
  return (await answer(api.GET("/api/bots", spoken()))).bots;
}

export async function fetchMyBots(): Promise<MyBot[]> {
  return (await answer(api.GET("/api/me/bots", spoken()))).bots;
}

/** Make a bot; its token is told only now. */
export function makeBot(name: string, everybody: boolean): Promise<MadeBot> {
  return answer(api.POST("/api/me/bots", { body: { name, everybody }, ...spoken() }));
}

/** Replace the token of a bot of mine. It is sent only once. */
export function renewToken(bot: string): Promise<MadeBot> {
  const params = { path: { bot } };
  return answer(api.POST("/api/me/bots/{bot}/token", { params, ...spoken() }));
}

/** Say who may ask a bot of mine to a table; all my bots. */
export async function letEverybody(bot: string, everybody: boolean): Promise<MyBot[]> {
  const params = { path: { bot } };
  const body = { everybody };
  const keepalive = true; // the change is saved even if the page is closed at once
  const call = api.PATCH("/api/me/bots/{bot}", { params, body, keepalive, ...spoken() });
  return (await answer(call)).bots;
}

/** End a bot of mine; those that are left. */
export async function endBot(bot: string): Promise<MyBot[]> {
  const params = { path: { bot } };
  return (await answer(api.DELETE("/api/me/bots/{bot}", { params, ...spoken() }))).bots;
}
