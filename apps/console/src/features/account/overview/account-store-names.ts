import { STORE_LIMITS } from '@backcounter/domain';
import type { StoreNamesQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { storeNamesQuery } from './account-store-names.operations.ts';

type NamedStore = StoreNamesQuery['storeNames'][number];

/** Batching window: the cells of a list render together, and arrivals cluster. */
const GATHER_MS = 20;

let gathered: { readonly sids: Set<string>; readonly answer: Promise<ReadonlyMap<string, NamedStore>> } | null = null;

/** The store of a sid, or null. Requests within the batching window share one query. */
export async function findStoreName(sid: string): Promise<NamedStore | null> {
  if (gathered === null || gathered.sids.size >= STORE_LIMITS.namesMax) gathered = gather();
  gathered.sids.add(sid);
  return (await gathered.answer).get(sid) ?? null;
}

function gather(): NonNullable<typeof gathered> {
  const sids = new Set<string>();
  const ask = async () => {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    if (gathered?.sids === sids) gathered = null;
    const { storeNames } = await load(storeNamesQuery, { sids: [...sids] });
    return new Map(storeNames.map((store) => [store.sid, store]));
  };
  return { sids, answer: ask() };
}
