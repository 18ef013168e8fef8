import {
  AppError,
  type BehaviorTerms,
  SEGMENT_BEHAVIORS,
  type SegmentBehavior,
  type SegmentClause,
  type SegmentRule,
  SYSTEM_WALLETS,
} from '@backcounter/domain';
import { requirePermission } from '../../../graphql/request-context.ts';
import { filterOfJson } from '../../../listing/filter-json.ts';
import type { FilterDefinition, ListDefinition, SqlValues } from '../../../listing/list-definition.ts';
import { filterConditions } from '../../../listing/list-filter.ts';
import type { Caller } from '../../../ports/identity.ts';

/** Values, caller and time of a statement. */
interface Compilation {
  readonly values: SqlValues;
  readonly caller: Caller;
  readonly now: Date;
  /** True where it is checked for a few accounts, each on its own; by default it finds them among all. */
  readonly isForFew?: boolean;
}

/** SQL of a part of a rule; one that is never NULL can be negated as it is, which lets the planner use an anti join. */
interface Compiled {
  readonly sql: string;
  readonly isNullable: boolean;
}

const DAY_MS = 86_400_000;

/** SQL of a behavior of account `a`: its rows, their time, and a condition that they are of certain records. */
interface BehaviorSql {
  readonly rows: string;
  readonly at: string;
  /** `ids` is a placeholder of an array. */
  of(ids: string): string;
}

const ofRecord = (column: string) => (ids: string) => `${column} = any(${ids}::uuid[])`;
const ofStores = (wallet: string) => (ids: string) =>
  `${wallet} = any(array(select w.id from points_wallet w where w.owner_type = 'STORE' and w.owner_id = any(${ids}::uuid[])))`;
const NOT_REVERSED = 'not exists (select from points_transfer u where u.reversal_of = t.id)';

/**
 * Rows of points that moved between an account's wallet and a store's. An index leads from a time, a store or an
 * account to them, so each has a statement of its own.
 */
function pointsSql(
  codes: string,
  account: string,
  store: string,
): Readonly<Record<'sinceATime' | 'atStores' | 'byFew', BehaviorSql>> {
  const byAccount = `aw.owner_type = 'ACCOUNT' and aw.owner_id = a.id and ${NOT_REVERSED}`;
  const wallet = `points_wallet aw on aw.id = ${account}`;
  const transfer = `points_transfer t on t.id = e.transfer_id and ${codes}`;
  return {
    sinceATime: {
      rows: `points_transfer t join ${wallet} where ${codes} and ${byAccount}`,
      at: 't.recorded_at',
      of: ofStores(store),
    },
    atStores: {
      rows: `points_entry e join ${transfer} join ${wallet} where ${byAccount}`,
      at: 'e.recorded_at',
      of: ofStores('e.wallet_id'),
    },
    byFew: {
      rows: `points_wallet aw join points_entry e on e.wallet_id = aw.id join ${transfer} where ${byAccount}`,
      at: 'e.recorded_at',
      of: ofStores(store),
    },
  };
}

const ISSUED = `t.debit_wallet_id = '${SYSTEM_WALLETS.ISSUANCE}'`;
const ENDED = `t.credit_wallet_id = '${SYSTEM_WALLETS.BREAKAGE}'`;
const POINTS = {
  earned: pointsSql(`t.code = 'EARN'`, 't.credit_wallet_id', 't.debit_wallet_id'),
  spent: pointsSql(`t.code = 'SPEND'`, 't.debit_wallet_id', 't.credit_wallet_id'),
  // Points can also be earned from the product and spent to it, which is at no store.
  shopped: pointsSql(
    `(t.code = 'EARN' and not ${ISSUED} or t.code = 'SPEND' and not ${ENDED})`,
    `case t.code when 'EARN' then t.credit_wallet_id else t.debit_wallet_id end`,
    `case t.code when 'EARN' then t.debit_wallet_id else t.credit_wallet_id end`,
  ),
} as const satisfies Partial<Record<SegmentBehavior, unknown>>;

type PointsBehavior = keyof typeof POINTS;
const isAboutPoints = (behavior: SegmentBehavior): behavior is PointsBehavior => Object.hasOwn(POINTS, behavior);

const OTHER_BEHAVIORS: Readonly<Record<Exclude<SegmentBehavior, PointsBehavior>, BehaviorSql>> = {
  holds: {
    // Only unique codes belong to an account; their uses are counted in the coupon itself.
    rows: `coupon k where k.account_id = a.id and coupon_status(k.state, k.valid_from, k.valid_until, k.redemptions_count,
      k.reserved_count, k.max_redemptions, (select campaign_status_now(c.id, c.state, c.starts_at, c.ends_at)
        from campaign c where c.id = k.campaign_id), now()) in ('ACTIVE', 'NOT_YET_VALID', 'RESERVED')`,
    at: 'k.distributed_at',
    of: ofRecord('k.campaign_id'),
  },
  redeemed: {
    rows: `coupon_redemption k where k.account_id = a.id and k.state = 'CONFIRMED'`,
    at: 'k.confirmed_at',
    of: ofRecord('k.campaign_id'),
  },
  opened: {
    rows: 'notification_delivery d where d.account_id = a.id and d.opened_at is not null',
    at: 'd.opened_at',
    of: ofRecord('d.notification_id'),
  },
  entered: {
    rows: `giveaway_entry y where y.account_id = a.id and y.state = 'VALID'`,
    at: 'y.entered_at',
    of: ofRecord('y.giveaway_id'),
  },
  won: {
    rows: `giveaway_winner n where n.account_id = a.id and n.notified_at is not null
      and n.state in ('NOTIFIED', 'CLAIMED', 'FULFILLED')`,
    at: 'n.notified_at',
    of: ofRecord('n.giveaway_id'),
  },
};

/** Filters of the list that a clause can use: those about the account alone. */
export function clauseFilters({ filters }: ListDefinition): Readonly<Record<string, FilterDefinition>> {
  return Object.fromEntries(
    Object.entries(filters).filter(([, { live, rules }]) => live === undefined && rules === undefined),
  );
}

/**
 * SQL condition of the accounts of a rule; may be NULL. Erased accounts match none, as nothing is known of them.
 * @throws AppError `access.denied` for a clause that the caller may not use, `filter.invalid` for a value
 */
export function segmentCondition(list: ListDefinition, rule: unknown, compilation: Compilation): string {
  const { sql } = compile({ ...list, filters: clauseFilters(list) }, rule as SegmentRule, compilation);
  return `(a.state <> 'ERASED' and ${sql})`;
}

/**
 * The condition of a segment as a filter of the list. The members of a rare one are found first; those of any other are
 * so many that a page finds enough by checking accounts in the list's order.
 */
export function membersCondition(
  list: ListDefinition,
  { rule, isRare }: { readonly rule: unknown; readonly isRare: boolean },
  compilation: Compilation,
): string {
  if (!isRare) return segmentCondition(list, rule, { ...compilation, isForFew: true });
  const condition = segmentCondition(list, rule, compilation);
  return `${list.key.sql} = any(array(select ${list.key.sql} from ${list.from} where ${condition}))`;
}

function compile(list: ListDefinition, rule: SegmentRule, compilation: Compilation): Compiled {
  const join = (parts: readonly SegmentRule[], word: string): Compiled => {
    const compiled = parts.map((part) => compile(list, part, compilation));
    return {
      sql: `(${compiled.map(({ sql }) => sql).join(` ${word} `)})`,
      isNullable: compiled.some(({ isNullable }) => isNullable),
    };
  };
  if ('all' in rule) return join(rule.all, 'and');
  if ('any' in rule) return join(rule.any, 'or');
  if (!('not' in rule)) return clause(list, rule, compilation);
  const { sql, isNullable } = compile(list, rule.not, compilation);
  return { sql: isNullable ? `((${sql}) is not true)` : `(not ${sql})`, isNullable: false };
}

function clause(list: ListDefinition, rule: SegmentClause, compilation: Compilation): Compiled {
  const { values, caller, now, isForFew = false } = compilation;
  if ('account' in rule) {
    const input = filterOfJson(list, rule.account);
    const sql = filterConditions(list, { input, isLive: false }, values, caller, now).join(' and ');
    if (sql === '') throw new AppError('filter.invalid', { message: 'A clause has no value.' });
    return {
      sql: `(${sql})`,
      isNullable: Object.keys(rule.account).some((key) => list.filters[key]?.related === undefined),
    };
  }
  const [behavior, terms] = Object.entries(rule)[0] as [SegmentBehavior, BehaviorTerms];
  requirePermission(caller, SEGMENT_BEHAVIORS[behavior].permission);
  const by = isForFew ? 'byFew' : terms.ids === undefined ? 'sinceATime' : 'atStores';
  const { rows, at, of } = isAboutPoints(behavior) ? POINTS[behavior][by] : OTHER_BEHAVIORS[behavior];
  const conditions: string[] = [];
  if (terms.ids !== undefined) conditions.push(` and ${of(values.add(terms.ids))}`);
  if (terms.withinDays !== undefined) {
    const since = new Date(now.getTime() - terms.withinDays * DAY_MS);
    const instant = `${values.add(since)}::timestamptz`;
    conditions.push(` and ${at} >= ${instant}`);
    // An index leads from the instants of recording; past entries of a file occurred long before.
    if (isAboutPoints(behavior)) conditions.push(` and t.occurred_at >= ${instant}`);
  }
  // Otherwise the planner may read the points of all accounts to check a few.
  const apart = isForFew && isAboutPoints(behavior) ? ' offset 0' : '';
  return { sql: `exists (select from ${rows}${conditions.join('')}${apart})`, isNullable: false };
}
