import { sql } from 'kysely';
import type { ApprovalReading, ApprovalSubject } from '../../approvals/require-approval.ts';
import type { EffectContext } from '../../graphql/request-context.ts';

/** The erasure of an account, now or after the waiting period. */
export function erasing(
  context: EffectContext,
  id: string,
  number: number | string | bigint,
  reason: string | null,
): ApprovalSubject {
  return {
    action: 'ERASE',
    value: null,
    entityType: 'account',
    entityId: id,
    read: () => accountReading(context, id, number, { reason }),
  };
}

/** An account as an approver sees it: by its number, since a request outlives the erasure of the name. */
export async function accountReading(
  { db }: Pick<EffectContext, 'db'>,
  id: string,
  number: number | string | bigint,
  shown: object = {},
): Promise<ApprovalReading> {
  const { rows } = await sql<{ state: string; version: number; points: number }>`
    select a.state::text, a.version, coalesce((select w.balance from points_wallet w where w.owner_type = 'ACCOUNT' and w.owner_id = a.id), 0)::float8 as points
    from account a where a.id = ${id}`.execute(db);
  const [{ state, version, points } = { state: '', version: 0, points: 0 }] = rows;
  return {
    title: `#${number}`,
    fields: Object.entries({ number: String(number), ...shown }).map(([key, after]) => ({ key, before: null, after })),
    figures: [{ key: 'points', value: points }],
    records: [state, version],
  };
}
