// Where two JSON values differ first.

export interface Difference {
  where: string;
  here: string;
  found: string;
}

function parts(value: unknown): Map<string, unknown> | undefined {
  if (Array.isArray(value)) return new Map(value.map((each, i) => [`[${i}]`, each as unknown]));
  if (typeof value !== "object" || value === null) return undefined;
  return new Map(Object.entries(value).map(([name, each]) => [`.${name}`, each as unknown]));
}

function told(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** The first place where a value differs from what was found; undefined if it does not. */
export function firstDifference(
  here: unknown,
  found: unknown,
  where: string,
): Difference | undefined {
  const [mine, other] = [parts(here), parts(found)];
  if (!mine || !other) {
    return here === found ? undefined : { where, here: told(here), found: told(found) };
  }
  for (const name of new Set([...mine.keys(), ...other.keys()])) {
    const different = firstDifference(mine.get(name), other.get(name), where + name);
    if (different) return different;
  }
  return undefined;
}
