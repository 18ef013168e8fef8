import type { Presence } from '@backcounter/presence';
import {
  PresenceProvider,
  useOnlineByStore,
  useOnlineCount,
  useOnlineEntry,
  usePictureUrl,
  usePresenceLink,
} from '@backcounter/presence/react';
import { createElement as h } from 'react';

const STORES = ['ST1', 'ST2'];

function Row({ firebaseId }: { readonly firebaseId: string }) {
  const entry = useOnlineEntry(firebaseId);
  const picture = usePictureUrl(firebaseId);
  const where = entry === undefined ? 'unknown' : entry === null ? 'offline' : `online in ${entry.store_sid}`;
  return h('li', { id: firebaseId, 'data-picture': picture ?? 'none' }, where);
}

function Summary() {
  const [count, stores, link] = [useOnlineCount(), useOnlineByStore(STORES), usePresenceLink()];
  return h('p', { id: 'summary' }, `${link.state} ${count ?? 'unknown'} ${JSON.stringify(Object.fromEntries(stores))}`);
}

/** Rows of accounts `fb-0`, `fb-1`, …, each of them twice, as a list and a side panel would have them. */
export function Table({ presence, rows }: { readonly presence: Presence | null; readonly rows: number }) {
  const ids = Array.from({ length: rows }, (_, at) => `fb-${at}`);
  return h(
    PresenceProvider,
    { presence },
    h(Summary),
    h('ul', { id: 'list' }, ...ids.map((firebaseId) => h(Row, { key: firebaseId, firebaseId }))),
    h('ul', { id: 'panel' }, ...ids.map((firebaseId) => h(Row, { key: firebaseId, firebaseId }))),
  );
}
