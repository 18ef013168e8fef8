/** Ids as one text, so that their order does not count as a change; null for none. */
export function idText(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : [...ids].sort().join(' ');
}

/** The ids in such a text. */
export function idsOf(value: string | number | boolean | null | undefined): readonly string[] {
  return typeof value === 'string' && value !== '' ? value.split(' ') : [];
}
