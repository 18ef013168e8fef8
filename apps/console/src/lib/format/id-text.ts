/** Ids as one text, so that an order in which they were chosen is no change; null for none. */
export function idText(ids: readonly string[]): string | null {
  return ids.length === 0 ? null : [...ids].sort().join(' ');
}

/** The ids that such a text holds. */
export function idsOf(value: string | number | boolean | null | undefined): readonly string[] {
  return typeof value === 'string' && value !== '' ? value.split(' ') : [];
}
