// The address of a table for other people.
import { answer, api } from "./api";
import { base } from "./base";

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Whether a host is the machine itself, so that nobody else finds anything there. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

export interface SharedAddress {
  address: string;
  /** Whether it works on this machine only. */
  onlyHere: boolean;
}

/** A page of this server as others reach it, given the addresses that the server knows of itself. */
export function sharedAddress(page: URL, addresses: readonly string[]): SharedAddress {
  const [known] = addresses;
  if (!isLoopback(page.hostname)) return { address: page.href, onlyHere: false };
  if (known === undefined) return { address: page.href, onlyHere: true };
  return { address: new URL(page.pathname, known).href, onlyHere: false };
}

/** The same, from what the server says. */
export async function fetchSharedAddress(path: string): Promise<SharedAddress> {
  const { addresses } = await answer(api.GET("/api/server"));
  return sharedAddress(new URL(base + path, location.origin), addresses);
}
