// What a pressed key means to shortcuts: whether they should leave it alone.

/** Whether a key was pressed while something is being typed or chosen. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}

/** Whether a key was pressed together with Alt, Control or the command key. */
export function isModified({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey;
}
