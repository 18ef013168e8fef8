import { sql } from 'kysely';
import { writeAudit } from '../../../audit/record-audit.ts';
import { callFunction } from '../../../db/call-function.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';

/** An automatic step of a giveaway. */
interface SystemStep {
  /** Type of the giveaway's transaction. */
  readonly type: 'FROZEN' | 'SETTLED';
  /** Action of the audit event. */
  readonly action: string;
  readonly states: readonly [before: string, after: string];
  readonly data: Readonly<Record<string, unknown>>;
}

/** Records an automatic step: a transaction of the giveaway and an audit event. */
export async function recordSystemStep(
  trx: DatabaseTransaction,
  giveawayId: string,
  { type, action, states, data }: SystemStep,
): Promise<void> {
  await callFunction(trx, 'append_giveaway_transaction', { of_giveaway: giveawayId, of_type: type, with_data: data });
  await auditSystemStep(trx, giveawayId, action, states);
}

/** Writes only the audit event, for steps whose transaction the database writes. */
export async function auditSystemStep(
  trx: DatabaseTransaction,
  giveawayId: string,
  action: string,
  states: SystemStep['states'],
): Promise<void> {
  const about = { entityType: 'giveaway', entityId: giveawayId, outcome: 'DONE' } as const;
  await writeAudit(trx, SYSTEM_ACTOR, null, { action, ...about, changes: { state: states } });
  await notifyOfStep(trx, giveawayId);
}

/** Notifies subscribers of the giveaway once the transaction commits. */
export async function notifyOfStep(trx: DatabaseTransaction, giveawayId: string): Promise<void> {
  await sql`select pg_notify('giveaway_moved', ${giveawayId})`.execute(trx);
}
