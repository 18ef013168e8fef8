/** What the payload of a mutation holds first: its record. Undefined where it was refused. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
export function recordOf(payload: unknown): any {
  return Object.values(payload ?? {})[0];
}
