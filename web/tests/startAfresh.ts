// Runs before each test file, so that it starts as if in a process of its own: with modules, a page
// and storage in which the tests of other files left nothing.
import { vi } from "vitest";

vi.resetModules();
vi.useRealTimers();
if (typeof document !== "undefined") {
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
}
