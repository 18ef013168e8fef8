/** Plain entities: each has a permanent code, a name in each language, an order and an archive. */
export const PLAIN_NOUNS = ['badge-category', 'topic-category'] as const;
/** A plain entity, by its noun. */
export type PlainNoun = (typeof PLAIN_NOUNS)[number];

/** Reference data: pickers and filters offer it, staff maintain it. Each has the permissions `<noun>.read` and `<noun>.edit`. */
export const REFERENCE_DATA = [...PLAIN_NOUNS, 'area', 'badge', 'country', 'topic'] as const;
/** An entity of reference data, by its noun. */
export type ReferenceNoun = (typeof REFERENCE_DATA)[number];
