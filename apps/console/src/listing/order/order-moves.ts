/** A list with one of its members put at another place; places beyond the ends are the ends. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const target = Math.max(0, Math.min(items.length - 1, to));
  const item = items[from];
  if (item === undefined || target === from) return items;
  return items.toSpliced(from, 1).toSpliced(target, 0, item);
}

/** What follows a member, which is how the API names its place; null for the last. */
export function followerOf(ids: readonly string[], id: string): string | null {
  return ids[ids.indexOf(id) + 1] ?? null;
}
