import {
  BEHAVIORS,
  type BehaviorTerms,
  may,
  SEGMENT_BEHAVIORS,
  type SegmentBehavior,
  type SegmentClause,
} from '@backcounter/domain';
import { useMemo } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import type { Ask } from '../../../lib/record/record-steps.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { filterOfInput } from '../../../listing/filter/filter-input.ts';
import type { FilterValue } from '../../../listing/filter/filter-value.ts';
import type { FilterOption, ListFilter } from '../../../listing/list-definition.ts';
import { useListCapabilities } from '../../../listing/use-list-data.ts';
import { inputOf } from '../../../records/filters-as-input.ts';
import { accountFilters } from '../../account/public.tsx';
import {
  segmentCampaignsQuery,
  segmentGiveawaysQuery,
  segmentNotificationsQuery,
  segmentStoresQuery,
} from '../segment.operations.ts';

/** A kind of clause: a filter of the list of accounts, or a behavior, whose filter names the records. */
export interface ClauseKind {
  readonly behavior: SegmentBehavior | null;
  readonly filter: ListFilter;
}

/** Filters of the list that a rule can't have: who is online is not in the database, pasted lists end, and rules don't nest. */
export const NOT_IN_RULES = ['online', 'pasted', 'segment'];

/** Balances are a filter of the API, which the list shows as a column. */
const POINTS: ListFilter = { key: 'points', labelKey: 'account.field.points', shape: 'number' };

const ACCOUNT_KINDS: readonly ClauseKind[] = [...accountFilters, POINTS]
  .filter(({ key }) => !NOT_IN_RULES.includes(key))
  .map((filter) => ({ behavior: null, filter }));

type Named = { readonly id: string; readonly name: string; readonly code?: string };

/** Finds records by a part of their name, or one by its id; null: the first of all. */
const recordsOf =
  (document: Ask<{ readonly list: { readonly nodes: readonly Named[] } }, RecordsAsked>) =>
  async (search: string | null, locale: string, signal: AbortSignal): Promise<readonly FilterOption[]> =>
    (await load(document, { search, locale }, signal)).list.nodes.map(({ id, name, ...code }) => ({
      value: id,
      label: name,
      ...code,
    }));
type RecordsAsked = { readonly search: string | null; readonly locale: string };

const [stores, campaigns] = [recordsOf(segmentStoresQuery), recordsOf(segmentCampaignsQuery)];
const [notifications, giveaways] = [recordsOf(segmentNotificationsQuery), recordsOf(segmentGiveawaysQuery)];

/** Finds the records of each behavior. */
export const BEHAVIOR_RECORDS: Readonly<Record<SegmentBehavior, ReturnType<typeof recordsOf>>> = {
  earned: stores,
  spent: stores,
  shopped: stores,
  holds: campaigns,
  redeemed: campaigns,
  opened: notifications,
  entered: giveaways,
  won: giveaways,
};

const BEHAVIOR_KINDS: readonly ClauseKind[] = BEHAVIORS.map((behavior) => ({
  behavior,
  filter: {
    key: behavior,
    labelKey: `segment.behavior.${behavior}`,
    shape: 'set',
    // Only the chosen records, by id: the first of all may not include them.
    dependsOn: behavior,
    options: async ({ filters, locale, signal }) => {
      const chosen = filters[behavior];
      const ids = chosen?.kind === 'set' ? chosen.values : [];
      return (await Promise.all(ids.map((id) => BEHAVIOR_RECORDS[behavior](id, locale, signal)))).flat();
    },
  },
}));

const ACCOUNT_LIST = { capability: 'ACCOUNTS', sorts: {} } as const;
const KINDS: readonly ClauseKind[] = [...ACCOUNT_KINDS, ...BEHAVIOR_KINDS];

/** Kinds of clauses that this person may use. */
export function useClauseKinds(): readonly ClauseKind[] {
  const { allowed } = useListCapabilities(ACCOUNT_LIST);
  return useMemo(() => {
    const roles = currentRoles();
    return KINDS.filter(({ behavior, filter }) =>
      behavior === null ? allowed?.filters.has(filter.key) : may(roles, SEGMENT_BEHAVIORS[behavior].permission),
    );
  }, [allowed]);
}

/** The kind of a clause; undefined for one of a newer server. */
export function kindOf(clause: SegmentClause): ClauseKind | undefined {
  const key = 'account' in clause ? Object.keys(clause.account)[0] : Object.keys(clause)[0];
  return KINDS.find(({ behavior, filter }) => filter.key === key && (behavior === null) === 'account' in clause);
}

/** The value of a clause's filter: of a behavior, the records; null without any. */
export function filterValueOf(clause: SegmentClause): FilterValue | null {
  if ('account' in clause) return filterOfInput(Object.values(clause.account)[0]);
  const { ids } = termsOf(clause);
  return ids === undefined ? null : { kind: 'set', mode: 'in', values: ids };
}

/** The terms of a clause about behavior. */
export function termsOf(clause: SegmentClause): BehaviorTerms {
  return 'account' in clause ? {} : (Object.values(clause)[0] as BehaviorTerms);
}

/** A clause of an account filter. */
export function accountClause(key: string, value: FilterValue): SegmentClause {
  return { account: { [key]: inputOf(value) } };
}

/** A clause about behavior. */
export function behaviorClause(behavior: SegmentBehavior, terms: BehaviorTerms): SegmentClause {
  return { [behavior]: terms } as unknown as SegmentClause;
}
