import {
  AppError,
  type BehaviorTerms,
  SEGMENT_BEHAVIORS,
  type SegmentBehavior,
  type SegmentClause,
  type SegmentRule,
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
}

/** SQL of a part of a rule; one that is never NULL can be negated as it is, which lets the planner use an anti join. */
interface Compiled {
  readonly sql: string;
  readonly isNullable: boolean;
}

const DAY_MS = 86_400_000;

/** SQL of the rows of a behavior for account `a`, and of the columns that a clause compares. */
const BEHAVIOR_SQL: Readonly<
  Record<SegmentBehavior, { readonly rows: string; readonly record: string; readonly at: string }>
> = {
  earned: {
    // The entries of a store's wallet are in the order of time; a reversal takes the points back.
    rows: `points_wallet aw join points_transfer t on t.credit_wallet_id = aw.id and t.code = 'EARN'
      join points_entry e on e.transfer_id = t.id and e.wallet_id = t.debit_wallet_id
      join points_wallet sw on sw.id = e.wallet_id and sw.owner_type = 'STORE'
      where aw.owner_type = 'ACCOUNT' and aw.owner_id = a.id
        and not exists (select from points_transfer u where u.reversal_of = t.id)`,
    record: 'sw.owner_id',
    at: 'e.recorded_at',
  },
  redeemed: {
    rows: `coupon_redemption k where k.account_id = a.id and k.state = 'CONFIRMED'`,
    record: 'k.campaign_id',
    at: 'k.confirmed_at',
  },
  opened: {
    rows: 'notification_delivery d where d.account_id = a.id and d.opened_at is not null',
    record: 'd.notification_id',
    at: 'd.opened_at',
  },
  won: {
    rows: `giveaway_winner n where n.account_id = a.id and n.notified_at is not null
      and n.state in ('NOTIFIED', 'CLAIMED', 'FULFILLED')`,
    record: 'n.giveaway_id',
    at: 'n.notified_at',
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
 * The condition of a segment as a filter of the list. The planner expects many matches of a rule and would walk the
 * list's order to find them; the members of a rare one are found first.
 */
export function membersCondition(
  list: ListDefinition,
  { rule, isRare }: { readonly rule: unknown; readonly isRare: boolean },
  compilation: Compilation,
): string {
  const condition = segmentCondition(list, rule, compilation);
  return isRare
    ? `${list.key.sql} = any(array(select ${list.key.sql} from ${list.from} where ${condition}))`
    : condition;
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

function clause(list: ListDefinition, rule: SegmentClause, { values, caller, now }: Compilation): Compiled {
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
  const { rows, record, at } = BEHAVIOR_SQL[behavior];
  const conditions: string[] = [];
  if (terms.ids !== undefined) conditions.push(` and ${record} = any(${values.add(terms.ids)}::uuid[])`);
  if (terms.withinDays !== undefined) {
    const since = new Date(now.getTime() - terms.withinDays * DAY_MS);
    conditions.push(` and ${at} >= ${values.add(since)}::timestamptz`);
  }
  return { sql: `exists (select from ${rows}${conditions.join('')})`, isNullable: false };
}
