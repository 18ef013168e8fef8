/** The first value of a mutation's payload, its record; undefined if it was refused. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
export function recordOf(payload: unknown): any {
  return Object.values(payload ?? {})[0];
}
