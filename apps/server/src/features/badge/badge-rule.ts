import type { BADGE_RULE_KINDS } from '@backcounter/domain';
import { type RawBuilder, sql } from 'kysely';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

/** The current rule of a badge that is awarded by rule. */
export interface CountedRule {
  readonly id: string;
  readonly kind: (typeof BADGE_RULE_KINDS)[number];
  readonly threshold: number;
}

const NO_LONGER = 'The rule of the badge no longer holds.';

/**
 * Returns the rule of an active badge; null if there is nothing left to count. Locks the badge, so that the rule can't
 * change during the batch.
 */
export async function countedRule(trx: DatabaseTransaction, badgeId: string): Promise<CountedRule | null> {
  const { rows } = await sql<CountedRule>`
    select id, rule_kind::text as kind, rule_threshold::float8 as threshold from badge
    where id = ${badgeId} and state = 'ACTIVE' and award_mode = 'RULE'
    for key share`.execute(trx);
  return rows[0] ?? null;
}

/**
 * Awards a badge to those of the accounts that meet its rule and, if the rule auto-revokes, revokes it from those that
 * no longer do, with an audit event each. Returns the number of changes. A rule awards a badge to an account once:
 * after a revoke by staff or expiry it does not award it again, after its own revoke it does. Locks the accounts in the
 * order of their ids.
 */
export async function applyRule(
  trx: DatabaseTransaction,
  { id, kind, threshold }: CountedRule,
  accountIds: readonly string[],
): Promise<{ readonly given: number; readonly taken: number }> {
  const holds = holdsOf(kind, threshold);
  const { rows } = await sql<{ given: number; taken: number }>`
    with held as materialized (
      select a.id, ${holds} as holds from account a
      where a.id = any(${[...accountIds]}::uuid[]) and a.state in ('ACTIVE', 'SUSPENDED')
      order by a.id for no key update
    ), taken as (
      update account_badge_award w set revoked_at = now(), revoke_reason = ${NO_LONGER}
      from held join badge b on b.id = ${id} and b.auto_revoke
      where not held.holds and w.account_id = held.id and w.badge_id = b.id and w.source = 'RULE' and w.revoked_at is null
      returning w.account_id
    ), given as (
      insert into account_badge_award (badge_id, account_id, is_repeatable, occurrence, source, expires_at)
      select b.id, held.id, b.is_repeatable, coalesce(earlier.occurrence, 0) + 1, 'RULE', now() + make_interval(days => b.validity_days)
      from held join badge b on b.id = ${id}
        left join lateral (select max(w.occurrence) as occurrence,
            bool_or(w.revoked_at is null or w.revoked_by is not null or w.expires_at <= w.revoked_at) as is_final
          from account_badge_award w where w.badge_id = b.id and w.account_id = held.id) as earlier on true
      where held.holds and earlier.is_final is not true
      on conflict do nothing
      returning account_id
    ), moves as (
      select account_id, 'account.award' as action, true as is_given, null as reason from given
      union all select account_id, 'account.revoke-badge', false, ${NO_LONGER} from taken
    ), actor as (
      insert into staff_user (sub, display_name) select ${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}
      where exists (select from moves)
      on conflict (sub) do nothing
    ), trail as (
      insert into staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, reason, changes)
      select ${SYSTEM_ACTOR.sub}, m.action, 'account', m.account_id::text, 'DONE', m.reason,
        jsonb_build_object('badge', case when m.is_given then jsonb_build_array(null, b.code) else jsonb_build_array(b.code, null) end)
      from moves m join badge b on b.id = ${id}
    )
    select (select count(*)::int from given) as given, (select count(*)::int from taken) as taken`.execute(trx);
  return rows[0] ?? { given: 0, taken: 0 };
}

/** SQL condition: account `a` meets the rule. */
export function holdsOf(kind: CountedRule['kind'], threshold: number): RawBuilder<boolean> {
  switch (kind) {
    case 'ACCOUNT_AGE_DAYS':
      return sql`a.created_at <= now() - make_interval(days => ${Math.min(threshold, 36_500)}::int)`;
    case 'POINTS_SPENT_TOTAL':
      // An account without a wallet has spent nothing.
      return sql`coalesce((select p.debited_total from points_wallet p
        where p.owner_type = 'ACCOUNT' and p.owner_id = a.id), 0) >= ${threshold}::bigint`;
    case 'COUPONS_REDEEMED':
      return sql`(select count(*) from coupon_redemption r where r.account_id = a.id and r.state = 'CONFIRMED') >= ${threshold}::bigint`;
    case 'GIVEAWAYS_ENTERED':
      return sql`(select count(*) from giveaway_entry e join giveaway g on g.id = e.giveaway_id and g.state <> 'CANCELED'
        where e.account_id = a.id and e.state = 'VALID') >= ${threshold}::bigint`;
    case 'GIVEAWAYS_WON':
      return sql`(select count(*) from giveaway_winner w
        where w.account_id = a.id and w.state in ('NOTIFIED', 'CLAIMED', 'FULFILLED')) >= ${threshold}::bigint`;
  }
}
