import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';

/** Something that time brought about. */
interface SystemStep {
  /** Of the transaction that everybody who may see the giveaway sees. */
  readonly type: 'FROZEN' | 'SETTLED';
  /** Of the audit row. */
  readonly action: string;
  readonly states: readonly [before: string, after: string];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes down what the product did to a giveaway by itself: a transaction of the giveaway and an audit row. */
export async function recordSystemStep(
  trx: DatabaseTransaction,
  giveawayId: string,
  { type, action, states, data }: SystemStep,
): Promise<void> {
  await sql`select append_giveaway_transaction(${giveawayId}::uuid, ${type}, null, null, null, null, null, null, 'SYSTEM', null, null,
    ${JSON.stringify(data)}::jsonb)`.execute(trx);
  await auditSystemStep(trx, giveawayId, action, states);
}

/** The audit row alone, where the database wrote the transaction. */
export async function auditSystemStep(
  trx: DatabaseTransaction,
  giveawayId: string,
  action: string,
  states: SystemStep['states'],
): Promise<void> {
  await sql`select record_audit(${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}, null, '{}', null, ${action}, 'giveaway', ${giveawayId}, 'DONE', null,
    ${JSON.stringify({ state: states })}::jsonb, null)`.execute(trx);
  await tellOfStep(trx, giveawayId);
}

/** Whoever looks at the giveaway is told that there is more to see of it, once this is committed. */
export async function tellOfStep(trx: DatabaseTransaction, giveawayId: string): Promise<void> {
  await sql`select pg_notify('giveaway_moved', ${giveawayId})`.execute(trx);
}
