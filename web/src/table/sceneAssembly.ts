// Scenes as a connection sends them: each part once, and scenes that refer to parts by number.
import type { News, Scene } from "../lib/api";

/** The parts sent so far on one connection. */
export class SceneParts {
  #parts: News["parts"] = [];

  /** The scene of an update, put together from its own parts and earlier ones. */
  assemble({ parts, scene }: Pick<News, "parts" | "scene">): Scene | null {
    for (const part of parts) this.#parts.push(part);
    return (
      scene && {
        ...scene,
        items: this.#at<Scene["items"][number]>(scene.items),
        choices: this.#at<Scene["choices"][number]>(scene.choices),
        sections: this.#at<Scene["sections"][number]>(scene.sections),
        log: this.#at<Scene["log"][number]>(scene.log),
      }
    );
  }

  /** Parts by their numbers, each given as the difference to the number before it. */
  #at<T>(steps: readonly number[]): T[] {
    let number = 0;
    return steps.map((step) => this.#parts[(number += step)] as T);
  }
}
