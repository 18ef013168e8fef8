import { LIMITS } from '@backcounter/domain';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import type { Clock } from '../../ports/clock.ts';
import { PRESENCE_LEASE_MS, type PresenceStore } from '../../ports/realtime.ts';

const SLOT_MS = 15 * 60_000;
const KEPT_MS = 35 * 86_400_000;
/** Samples deleted per batch; each has up to 10,000 stores. */
const FORGOTTEN_AT_ONCE = 4;

/** Counts the accounts online per store once in each quarter-hour, and deletes old counts. */
export function storeOnlineMaintenance(presence: PresenceStore | null, clock: Clock) {
  const forget = {
    name: 'store-online.forget',
    runBatch: (trx: DatabaseTransaction) => deleteOldSamples(trx, clock.now()),
  };
  if (presence === null) return [forget];
  // Until then, accounts that were online before a restart may not have reported again.
  const isKnownFrom = clock.now().getTime() + PRESENCE_LEASE_MS;
  const sample = async (trx: DatabaseTransaction) => {
    const nowMs = clock.now().getTime();
    if (nowMs >= isKnownFrom) await takeSample(trx, presence, new Date(nowMs - (nowMs % SLOT_MS)));
    return false;
  };
  return [{ name: 'store-online.sample', runBatch: sample }, forget];
}

/** Does nothing if the slot has a sample. @throws AppError `service.unavailable`: there is no sample then */
async function takeSample(trx: DatabaseTransaction, presence: PresenceStore, slot: Date): Promise<void> {
  const { rows } = await sql`select from store_online_sample where slot = ${slot}`.execute(trx);
  if (rows.length > 0) return;
  const stores = await presence.busiestStores(LIMITS.liveFilterMax + 1);
  const kept = stores.slice(0, LIMITS.liveFilterMax);
  await sql`
    with taken as (
      insert into store_online_sample (slot, is_complete) values (${slot}, ${kept.length === stores.length})
      on conflict do nothing returning slot)
    insert into store_online (slot, store_id, online)
    select taken.slot, s.id, v.online
    from taken, unnest(${kept.map(({ storeSid }) => storeSid)}::text[], ${kept.map(({ online }) => online)}::int[]) as v (sid, online)
    join store s on s.sid = v.sid`.execute(trx);
}

/** True if more may be left. */
async function deleteOldSamples(trx: DatabaseTransaction, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from store_online_sample where slot in (
      select slot from store_online_sample where slot < ${new Date(now.getTime() - KEPT_MS)}
      order by slot limit ${FORGOTTEN_AT_ONCE})
    returning slot`.execute(trx);
  return rows.length === FORGOTTEN_AT_ONCE;
}
