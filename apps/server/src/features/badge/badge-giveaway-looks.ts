import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import type { Look, Progress } from './badge-look.ts';
import { type CountedRule, holdsOf } from './badge-rule.ts';

const CHANGES_MAX = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Accounts whose entries changed since the last check and whose award no longer matches the rule. */
export function lookAtEntries(trx: DatabaseTransaction, rule: CountedRule): Promise<Look> {
  return lookAt(
    trx,
    rule,
    (from, after) => sql`
    select e.changed_at as at, e.id, e.account_id from giveaway_entry e
    where e.changed_at >= ${from}::timestamptz and (e.changed_at, e.id) > (${from}::timestamptz, ${after}::uuid)
    order by e.changed_at, e.id limit ${CHANGES_MAX}`,
  );
}

/** The same for winners, and for accounts that lost their win. */
export function lookAtWinners(trx: DatabaseTransaction, rule: CountedRule): Promise<Look> {
  return lookAt(
    trx,
    rule,
    (from, after) => sql`
    select coalesce(w.forfeited_at, w.notified_at) as at, w.entry_id as id, w.account_id from giveaway_winner w
    where w.notified_at is not null and coalesce(w.forfeited_at, w.notified_at) >= ${from}::timestamptz
      and (coalesce(w.forfeited_at, w.notified_at), w.entry_id) > (${from}::timestamptz, ${after}::uuid)
    order by coalesce(w.forfeited_at, w.notified_at), w.entry_id limit ${CHANGES_MAX}`,
  );
}

/**
 * The first check starts at the first change; later ones start five minutes early, because a change may become visible
 * after a later one.
 */
async function lookAt(
  trx: DatabaseTransaction,
  { id, kind, threshold }: CountedRule,
  changes: (from: string, after: string) => RawBuilder<unknown>,
): Promise<Look> {
  const { rows } = await sql<Progress & { began: string }>`
    select case when p.resume_after is null then coalesce(p.looked_until - interval '5 minutes', '2000-01-01') else p.looked_until end::text as "lookedUntil",
      p.resume_after as "resumeAfter", now()::text as began
    from badge b left join badge_rule_progress p on p.badge_id = b.id where b.id = ${id}`.execute(trx);
  const [present] = rows;
  if (present === undefined) throw new Error('The badge is gone.');
  const { lookedUntil, resumeAfter, began } = present;
  const { rows: changed } = await sql<{ id: string; at: string; accountId: string | null }>`
    with changed as materialized (${changes(lookedUntil, resumeAfter ?? FIRST_ID)}),
    standing as materialized (
      select a.id, ${holdsOf(kind, threshold)} as holds,
        exists (select from account_badge_award w where w.account_id = a.id and w.badge_id = ${id}
          and (w.revoked_at is null or w.revoked_by is not null or w.expires_at <= w.revoked_at)) as has,
        exists (select from account_badge_award w join badge b on b.id = w.badge_id and b.auto_revoke
          where w.account_id = a.id and w.badge_id = ${id} and w.source = 'RULE' and w.revoked_at is null) as may_lose
      from account a where a.id in (select account_id from changed)
    )
    select c.id, c.at::text, case when s.holds and not s.has or not s.holds and s.may_lose then c.account_id end as "accountId"
    from changed c join standing s on s.id = c.account_id order by c.at, c.id`.execute(trx);
  const last = changed.length === CHANGES_MAX ? changed.at(-1) : undefined;
  return {
    accountIds: [...new Set(changed.flatMap(({ accountId }) => accountId ?? []))],
    progress:
      last === undefined ? { lookedUntil: began, resumeAfter: null } : { lookedUntil: last.at, resumeAfter: last.id },
  };
}
