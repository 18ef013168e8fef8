import { type Kysely, sql } from 'kysely';
import { mailTurnedOff } from '../approvals/approval.mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { operatorContext } from './operator.ts';

/** Turns all rules off, with an audit event and mails to all administrators. Returns the actions whose rules were on. */
export function turnApprovalsOff(db: Kysely<Database>, reason: string): Promise<readonly string[]> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ action: string }>`
      update approval_rule set is_on = false, updated_at = now(), updated_by = 'operator', version = version + 1
      where is_on returning action::text`.execute(trx);
    if (rows.length === 0) return [];
    const actions = rows.map(({ action }) => action);
    await recordAudit(operatorContext(trx), {
      action: 'approval.turn-off',
      entityType: null,
      entityId: null,
      outcome: 'DONE',
      reason,
      changes: { rules: [actions, []] },
    });
    const people = await sql<{ sub: string }>`select sub from approval_people() where 'ADMIN' = any (roles)`.execute(
      trx,
    );
    await mailTurnedOff(
      trx,
      people.rows.map(({ sub }) => sub),
    );
    return actions;
  });
}
