// How somebody is known and comes back: sessions, the recovery link, the account.
import {
  answer,
  api,
  Refused,
  type Access,
  type EndedAccess,
  type RecoveryLink,
  type RemainingAccess,
  type Session,
} from "../lib/api";
import { base } from "../lib/base";
import { forget, remember } from "../lib/me.svelte";
import { settings } from "../lib/settings.svelte";
import { inWords, t, tn } from "../lib/words.svelte";

/** Refusals are in the language of the page. */
function spoken() {
  return { headers: { "Accept-Language": settings.lang } };
}

/** The ways in which I am known. */
export function fetchAccess(): Promise<Access> {
  return answer(api.GET("/api/me/access", spoken()));
}

/** Sign out somewhere else; the ways that are left. */
export function endSession(session: string): Promise<Access> {
  const params = { path: { session } };
  return answer(api.DELETE("/api/me/sessions/{session}", { params, ...spoken() }));
}

/** Sign out everywhere else, which ends the recovery link, too. */
export function endOtherSessions(): Promise<RemainingAccess> {
  return answer(api.DELETE("/api/me/sessions", spoken()));
}

/** Sign out here, and start anew as nobody. */
export async function signOut(session: string) {
  await endSession(session);
  leave();
}

export function makeLink(): Promise<RecoveryLink> {
  return answer(api.POST("/api/me/recovery", spoken()));
}

export function revokeLink(): Promise<Access> {
  return answer(api.DELETE("/api/me/recovery", spoken()));
}

export function register(login: string, password: string): Promise<Access> {
  return answer(api.POST("/api/me/account", { body: { login, password }, ...spoken() }));
}

/** Change the password, which ends all access elsewhere. */
export function changePassword(old: string, new_: string): Promise<RemainingAccess> {
  return answer(api.PATCH("/api/me/account", { body: { old, new: new_ }, ...spoken() }));
}

export function removeAccount(password: string): Promise<Access> {
  return answer(api.POST("/api/me/account/removal", { body: { password }, ...spoken() }));
}

/** Delete me, and start anew as nobody. Who has a login needs its password. */
export async function deleteMe(password?: string) {
  const body = password === undefined ? undefined : { password };
  await answer(api.DELETE("/api/me", { body, ...spoken() }));
  leave();
}

function leave() {
  forget();
  location.assign(`${base}/`); // loads the page anew: nothing of who I was is left in it
}

/** A way to come back; `leave` says that the games of who I am here now are left. */
export type WayBack = (leave: boolean) => Promise<unknown>;

/** By the secret of a recovery link. */
export function byLink(secret: string): WayBack {
  return (leave) => answer(api.POST("/api/recovery", { body: { secret, leave }, ...spoken() }));
}

/** By a login. */
export function byLogin(login: string, password: string): WayBack {
  return (leave) =>
    answer(api.POST("/api/login", { body: { login, password, leave }, ...spoken() }));
}

/** Come back, and go to my games; whether that has to be asked first, as it leaves other games. */
export async function comeBack(way: WayBack, leave: boolean): Promise<boolean> {
  try {
    await way(leave);
  } catch (error) {
    if (error instanceof Refused && error.problem.code === "me/leaves-games") return true;
    throw error;
  }
  remember();
  location.replace("/games"); // loads the page anew, as somebody else; the secret leaves the address
  return false;
}

/** What no longer gives access, a sentence each. */
export function endedSentences({ sessions, recovery, bots }: EndedAccess): string[] {
  return [
    sessions > 0 &&
      tn(
        "You're signed out on {n} other device.",
        "You're signed out on {n} other devices.",
        sessions,
      ),
    recovery && t("Your recovery link no longer works. You can make a new one."),
    bots.length > 0 && t("These bots need a new token: {names}.", { names: inWords(bots) }),
  ].filter((sentence) => sentence !== false);
}

/** What a session is called. */
export function deviceName({ browser, system }: Session): string {
  if (browser && system) return t("{browser} on {system}", { browser, system });
  return browser || system || t("A program, or a browser that does not say which");
}

/** A day as people write it. */
export function dayText(at: string): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium" }).format(new Date(at));
}
