// The address of the page: reading it, and going to another one without a reload.
const state = $state({ path: location.pathname });

addEventListener("popstate", () => (state.path = location.pathname));

/** The path of the page now. */
export function path(): string {
  return state.path;
}

/** Go to another page. */
export function go(to: string) {
  history.pushState(null, "", to);
  state.path = location.pathname;
  scrollTo(0, 0);
}

/** For `onclick` of a link: go there without a reload, unless a new tab was asked for. */
export function follow(event: MouseEvent) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  go(link.pathname);
}
