/** A list with one member moved to another index; indexes beyond the ends are clamped. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || target === from) return items;
  return items.toSpliced(from, 1).toSpliced(target, 0, item);
}

/** The member after another one, which the API uses as a position; null for the last. */
export function followerOf(ids: readonly string[], id: string): string | null {
  return ids[ids.indexOf(id) + 1] ?? null;
}
