import { sql } from 'kysely';
import { writeAudit } from '../../../audit/record-audit.ts';
import { callFunction } from '../../../db/call-function.ts';
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
  await callFunction(trx, 'append_giveaway_transaction', { of_giveaway: giveawayId, of_type: type, with_data: data });
  await auditSystemStep(trx, giveawayId, action, states);
}

/** The audit row alone, where the database wrote the transaction. */
export async function auditSystemStep(
  trx: DatabaseTransaction,
  giveawayId: string,
  action: string,
  states: SystemStep['states'],
): Promise<void> {
  const about = { entityType: 'giveaway', entityId: giveawayId, outcome: 'DONE' } as const;
  await writeAudit(trx, SYSTEM_ACTOR, null, { action, ...about, changes: { state: states } });
  await tellOfStep(trx, giveawayId);
}

/** Whoever looks at the giveaway is told that there is more to see of it, once this is committed. */
export async function tellOfStep(trx: DatabaseTransaction, giveawayId: string): Promise<void> {
  await sql`select pg_notify('giveaway_moved', ${giveawayId})`.execute(trx);
}
