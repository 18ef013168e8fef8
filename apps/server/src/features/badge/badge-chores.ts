import { COUNTED_BADGE_RULES } from '@backcounter/domain';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { applyRule, countedRule } from './badge-rule.ts';

const BATCH = 500;

interface Due {
  readonly badgeId: string;
  readonly accountIds: string[];
  /** Up to where the look has come. */
  readonly until: string;
  readonly hasMore: boolean;
}

/**
 * Awards badges to accounts that have come of age or have spent enough since the last look; true when more may be left. Entries of the
 * ledger are looked at from five minutes before, as a transfer is recorded when its transaction begins.
 */
export async function applyBadgeRules(trx: DatabaseTransaction): Promise<boolean> {
  const { rows: badges } = await sql<{ id: string; kind: string }>`
    select b.id, b.rule_kind::text as kind from badge b left join badge_rule_progress p on p.badge_id = b.id
    where b.state = 'ACTIVE' and b.award_mode = 'RULE' and b.rule_kind::text = any(${[...COUNTED_BADGE_RULES]}::text[])
    order by b.id`.execute(trx);
  let hasMore = false;
  for (const { id, kind } of badges) {
    const rule = await countedRule(trx, id);
    if (rule === null) continue;
    const due = kind === 'ACCOUNT_AGE_DAYS' ? await comeOfAge(trx, id) : await spent(trx, id);
    if (due.accountIds.length > 0) await applyRule(trx, rule, due.accountIds);
    await sql`
      insert into badge_rule_progress as p (badge_id, looked_until) values (${id}, ${due.until}::timestamptz)
      on conflict (badge_id) do update set looked_until = excluded.looked_until`.execute(trx);
    hasMore ||= due.hasMore;
  }
  return hasMore;
}

/** Accounts created in the time that has reached the threshold since the last look; the first look is the backfill's. */
async function comeOfAge(trx: DatabaseTransaction, badgeId: string): Promise<Due> {
  const { rows } = await sql<{ ids: string[] | null; last: string | null; limit: string }>`
    with span as (
      select coalesce(p.looked_until, now() - make_interval(days => least(b.rule_threshold, 36500)::int) - interval '1 day') as since,
        now() - make_interval(days => least(b.rule_threshold, 36500)::int) as until
      from badge b left join badge_rule_progress p on p.badge_id = b.id where b.id = ${badgeId}
    ), page as (
      select a.id, a.created_at from account a, span
      where a.created_at >= span.since and a.created_at <= span.until
        and not exists (select from account_badge_award w where w.account_id = a.id and w.badge_id = ${badgeId})
      order by a.created_at, a.id limit ${BATCH}
    )
    select (select array_agg(id) from page) as ids, (select max(created_at)::text from page) as last,
      (select until::text from span) as limit`.execute(trx);
  const [row] = rows;
  const accountIds = row?.ids ?? [];
  const hasMore = accountIds.length === BATCH;
  return { badgeId, accountIds, hasMore, until: (hasMore ? row?.last : null) ?? row?.limit ?? '' };
}

/** Accounts from whose wallets points went since the last look. */
async function spent(trx: DatabaseTransaction, badgeId: string): Promise<Due> {
  const { rows } = await sql<{ ids: string[] | null; limit: string }>`
    select array_agg(distinct w.owner_id) as ids, now()::text as limit
    from points_entry e join points_wallet w on w.id = e.wallet_id and w.owner_type = 'ACCOUNT'
      left join account_badge_award earlier on earlier.account_id = w.owner_id and earlier.badge_id = ${badgeId}
      join badge b on b.id = ${badgeId}
    where e.delta < 0 and earlier.id is null and w.debited_total >= b.rule_threshold
      and e.recorded_at >= coalesce((select p.looked_until from badge_rule_progress p where p.badge_id = ${badgeId}), now())
        - interval '5 minutes'`.execute(trx);
  return { badgeId, accountIds: rows[0]?.ids ?? [], until: rows[0]?.limit ?? '', hasMore: false };
}
