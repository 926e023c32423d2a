// The address of the page: reading it, and going to another one without a reload.
import { base } from "./base";

const state = $state({ path: page(location) });

addEventListener("popstate", () => (state.path = page(location)));

/** The path of a page of the client, wherever the client is shown. */
function page({ pathname }: { pathname: string }): string {
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : "/";
}

/** The path of the page now. */
export function path(): string {
  return state.path;
}

/** Go to another page. */
export function go(to: string) {
  history.pushState(null, "", base + to);
  state.path = page(location);
  scrollTo(0, 0);
}

/** For `onclick` of a link: go there without a reload, unless a new tab was asked for. */
export function follow(event: MouseEvent) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  go(page(link));
}
