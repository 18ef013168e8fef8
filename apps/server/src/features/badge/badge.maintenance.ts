import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { lookAtEntries, lookAtWinners } from './badge-giveaway-looks.ts';
import type { Look, Progress } from './badge-look.ts';
import { applyRule, type CountedRule, countedRule } from './badge-rule.ts';

/**
 * Few at a time, because an award updates its account: a batch stays well below the statement timeout on a cold, busy
 * database.
 */
const ACCOUNTS_MAX = 100;
/** Reading transfers is cheap, and few of them reach a threshold. */
const TRANSFERS_MAX = 2_000;
/** The first redemption of any account may earn a badge. */
const REDEMPTIONS_MAX = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Awards badges to accounts that have reached an age, spending or redemption threshold since the last check. Returns
 * true if more may be left.
 */
export async function applyBadgeRules(trx: DatabaseTransaction): Promise<boolean> {
  const { rows: badges } = await sql<{ id: string }>`
    select id from badge where state = 'ACTIVE' and award_mode = 'RULE'
    order by id`.execute(trx);
  let hasMore = false;
  for (const { id } of badges) {
    const rule = await countedRule(trx, id);
    if (rule === null) continue;
    const { accountIds, progress } = await LOOKS[rule.kind](trx, rule);
    if (accountIds.length > 0) await applyRule(trx, rule, accountIds);
    await sql`
      insert into badge_rule_progress as p (badge_id, looked_until, resume_after)
      values (${id}, ${progress.lookedUntil}::timestamptz, ${progress.resumeAfter})
      on conflict (badge_id) do update set looked_until = excluded.looked_until, resume_after = excluded.resume_after`.execute(
      trx,
    );
    hasMore ||= progress.resumeAfter !== null;
  }
  return hasMore;
}

/**
 * Accounts whose age has reached the threshold since the last check. The first check starts one day back; the backfill
 * covers the rest.
 */
async function comeOfAge(trx: DatabaseTransaction, { id, threshold }: CountedRule): Promise<Look> {
  const age = sql`make_interval(days => ${Math.min(threshold, 36_500)}::int)`;
  const { rows } = await sql<Progress & { until: string }>`
    select coalesce(p.looked_until, now() - ${age} - interval '1 day')::text as "lookedUntil", p.resume_after as "resumeAfter",
      (now() - ${age})::text as until
    from badge b left join badge_rule_progress p on p.badge_id = b.id where b.id = ${id}`.execute(trx);
  const { lookedUntil, resumeAfter, until } = one(rows);
  const { rows: accounts } = await sql<{ id: string; createdAt: string }>`
    select id, created_at::text as "createdAt" from account
    where (created_at, id) > (${lookedUntil}::timestamptz, ${resumeAfter ?? FIRST_ID}::uuid) and created_at <= ${until}::timestamptz
    order by created_at, id limit ${ACCOUNTS_MAX}`.execute(trx);
  const last = accounts.length === ACCOUNTS_MAX ? accounts.at(-1) : undefined;
  return {
    accountIds: accounts.map((account) => account.id),
    progress:
      last === undefined
        ? { lookedUntil: until, resumeAfter: null }
        : { lookedUntil: last.createdAt, resumeAfter: last.id },
  };
}

/**
 * Accounts that spent points since the last check and have reached the threshold. Ids of transfers follow the clock, so
 * the primary key finds them. Reads from five minutes earlier, because a transfer gets its id before it is visible.
 * Transfers made during a check are left to the next one.
 */
async function spent(trx: DatabaseTransaction, { id, threshold }: CountedRule): Promise<Look> {
  const { rows } = await sql<Progress & { sinceMs: number; began: string }>`
    select coalesce(p.looked_until, now())::text as "lookedUntil", p.resume_after as "resumeAfter", now()::text as began,
      floor(extract(epoch from coalesce(p.looked_until, now()) - interval '5 minutes') * 1000)::bigint as "sinceMs"
    from badge b left join badge_rule_progress p on p.badge_id = b.id where b.id = ${id}`.execute(trx);
  const { lookedUntil, resumeAfter, sinceMs, began } = one(rows);
  const after = resumeAfter ?? idOfInstant(sinceMs);
  const { rows: transfers } = await sql<{ id: string; accountId: string | null }>`
    select t.id, w.owner_id as "accountId" from points_transfer t
      left join points_wallet w on w.id = t.debit_wallet_id and w.owner_type = 'ACCOUNT' and w.debited_total >= ${threshold}::bigint
        and not exists (select from account_badge_award a where a.account_id = w.owner_id and a.badge_id = ${id})
    where t.id > ${after}::uuid
    order by t.id limit ${TRANSFERS_MAX}`.execute(trx);
  const accountIds = [...new Set(transfers.flatMap(({ accountId }) => accountId ?? []))];
  const isFull = transfers.length === TRANSFERS_MAX;
  // The start of the check is its mark: transfers made since then may have lower ids than the last one read.
  return {
    accountIds,
    progress: {
      lookedUntil: resumeAfter === null ? began : lookedUntil,
      resumeAfter: isFull ? (transfers.at(-1)?.id ?? null) : null,
    },
  };
}

/**
 * Accounts of redemptions that were confirmed or rolled back since the last check and whose award no longer matches the
 * rule. The first check starts at the first redemption; later ones start five minutes early, because a redemption may
 * become visible after a later one.
 */
async function redeemed(trx: DatabaseTransaction, { id, threshold }: CountedRule): Promise<Look> {
  const { rows } = await sql<Progress & { began: string }>`
    select case when p.resume_after is null then coalesce(p.looked_until - interval '5 minutes', '2000-01-01') else p.looked_until end::text as "lookedUntil",
      p.resume_after as "resumeAfter", now()::text as began
    from badge b left join badge_rule_progress p on p.badge_id = b.id where b.id = ${id}`.execute(trx);
  const { lookedUntil, resumeAfter, began } = one(rows);
  const settledBy = (instant: string) => sql`
    (select r.${sql.ref(instant)} as at, r.id, r.account_id from coupon_redemption r
    where r.campaign_id = c.id and r.${sql.ref(instant)} >= ${lookedUntil}::timestamptz
      and (r.${sql.ref(instant)}, r.id) > (${lookedUntil}::timestamptz, ${resumeAfter ?? FIRST_ID}::uuid)
    order by r.${sql.ref(instant)}, r.id limit ${REDEMPTIONS_MAX})`;
  const { rows: settled } = await sql<{ id: string; at: string; accountId: string | null }>`
    with settled as materialized (
      select e.* from campaign c cross join lateral (${settledBy('confirmed_at')} union all ${settledBy('rolled_back_at')}) as e
      where c.activated_at is not null
      order by e.at, e.id limit ${REDEMPTIONS_MAX}
    ), uses as materialized (
      select s.account_id, (select count(*) from coupon_redemption r where r.account_id = s.account_id and r.state = 'CONFIRMED') as confirmed
      from (select distinct account_id from settled) as s
    )
    select s.id, s.at::text, case
        when u.confirmed >= ${threshold}::bigint and not exists (select from account_badge_award a
          where a.account_id = s.account_id and a.badge_id = ${id}
            and (a.revoked_at is null or a.revoked_by is not null or a.expires_at <= a.revoked_at)) then s.account_id
        when u.confirmed < ${threshold}::bigint and exists (select from account_badge_award a join badge b on b.id = a.badge_id
          where a.account_id = s.account_id and a.badge_id = ${id} and a.source = 'RULE' and a.revoked_at is null and b.auto_revoke) then s.account_id
      end as "accountId"
    from settled s join uses u on u.account_id = s.account_id order by s.at, s.id`.execute(trx);
  const last = settled.length === REDEMPTIONS_MAX ? settled.at(-1) : undefined;
  return {
    accountIds: [...new Set(settled.flatMap(({ accountId }) => accountId ?? []))],
    progress:
      last === undefined ? { lookedUntil: began, resumeAfter: null } : { lookedUntil: last.at, resumeAfter: last.id },
  };
}

const LOOKS: Readonly<Record<CountedRule['kind'], (trx: DatabaseTransaction, rule: CountedRule) => Promise<Look>>> = {
  ACCOUNT_AGE_DAYS: comeOfAge,
  POINTS_SPENT_TOTAL: spent,
  COUPONS_REDEEMED: redeemed,
  GIVEAWAYS_ENTERED: lookAtEntries,
  GIVEAWAYS_WON: lookAtWinners,
};

/** Returns the lowest UUIDv7 of an instant. */
function idOfInstant(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

function one<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('The badge is gone.');
  return row;
}
