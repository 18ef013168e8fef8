import type { PresenceStore } from '../../ports/realtime.ts';

/** Maximum keys per stream. */
export const KEYS_MAX = 500;
/** Ids that a realtime database accepts as keys. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are refused
export const FIREBASE_ID = /^[^.$#[\]/\u0000-\u001f\u007f]{1,128}$/u;
export const STORE_SID = /^[\w-]{1,64}$/;

/** A key that a client subscribes to: the total count, a store's count, or an account's entry. */
export interface RealtimeKey {
  readonly text: string;
  readonly kind: 'online' | 'store' | 'entry';
  /** Store sid or firebase id; empty for the total count. */
  readonly id: string;
}

/** Null for an invalid key. */
export function parseKey(text: string): RealtimeKey | null {
  if (text === 'online') return { text, kind: 'online', id: '' };
  const colon = text.indexOf(':');
  const kind = text.slice(0, colon);
  const id = text.slice(colon + 1);
  if (kind === 'store' && STORE_SID.test(id)) return { text, kind, id };
  if (kind === 'entry' && FIREBASE_ID.test(id) && id.isWellFormed()) return { text, kind, id };
  return null;
}

/** Current values of keys as JSON, in order; one query per kind of key. */
export async function readValues(store: PresenceStore, keys: readonly RealtimeKey[]): Promise<readonly string[]> {
  const idsOf = (kind: RealtimeKey['kind']) => keys.filter((key) => key.kind === kind).map(({ id }) => id);
  const [storeSids, firebaseIds] = [idsOf('store'), idsOf('entry')];
  const [total, counts, entries] = await Promise.all([
    keys.some(({ kind }) => kind === 'online') ? store.count() : 0,
    storeSids.length > 0 ? store.counts(storeSids) : [],
    firebaseIds.length > 0 ? store.get(firebaseIds) : [],
  ]);
  const [nextCount, nextEntry] = [counts.values(), entries.values()];
  return keys.map(({ kind }) => {
    if (kind === 'online') return String(total);
    if (kind === 'store') return String(nextCount.next().value ?? 0);
    const entry = nextEntry.next().value;
    return entry === undefined || entry === null ? 'null' : JSON.stringify({ store_sid: entry.storeSid });
  });
}
