import { POINTS_TRANSFER_CODES } from '@backcounter/domain';
import type {
  AccountAwardsQuery,
  AccountGiveawaysQuery,
  AccountHistoryQuery,
  AccountNotesQuery,
  AccountNotificationsQuery,
  AccountRedemptionsQuery,
} from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { pointsEntriesQuery } from '../../../points/points.operations.ts';
import type { PointsLine } from '../../../points/points-words.ts';
import { accountHistoryQuery } from '../account.operations.ts';
import { accountAwardsQuery, accountNotesQuery } from '../details/account-details.operations.ts';
import { accountGiveawaysQuery } from '../details/account-giveaways.operations.ts';
import { accountNotificationsQuery } from '../details/account-notifications.operations.ts';
import { accountRedemptionsQuery } from '../details/account-redemptions.operations.ts';
import type { Waiting } from './timeline-merge.ts';

type Node<List extends { readonly nodes: readonly unknown[] }> = List['nodes'][number];
type HistoryList = NonNullable<AccountHistoryQuery['record']>['history'];

/** One event of an account, from the list that has its details. */
export type TimelineEvent = { readonly key: string; readonly at: string } & (
  | { readonly kind: 'points'; readonly of: PointsLine }
  | { readonly kind: 'notifications'; readonly of: Node<AccountNotificationsQuery['accountNotifications']> }
  | { readonly kind: 'coupons'; readonly of: Node<AccountRedemptionsQuery['accountRedemptions']> }
  | { readonly kind: 'giveaways'; readonly of: Node<AccountGiveawaysQuery['accountGiveaways']> }
  | { readonly kind: 'badges'; readonly of: Node<AccountAwardsQuery['accountAwards']> }
  | { readonly kind: 'notes'; readonly of: Node<AccountNotesQuery['accountNotes']> }
  | { readonly kind: 'history'; readonly of: Node<HistoryList> }
);

/** Kinds of events, in the order of their filters; each is a tab of the account's page. */
export const TIMELINE_KINDS = [
  'points',
  'notifications',
  'coupons',
  'giveaways',
  'badges',
  'notes',
  'history',
] as const;
export type EventKind = (typeof TIMELINE_KINDS)[number];

/** Entries of points, without those that another kind shows in more detail. */
export const POINTS_CODES = POINTS_TRANSFER_CODES.filter(
  (code) => code !== 'COUPON_REWARD' && code !== 'GIVEAWAY_ENTRY',
);
/** States of deliveries that were sent or failed; pending and skipped ones are no events. */
export const DELIVERED = ['SENT', 'RECEIVED', 'OPENED', 'FAILED'] as const;
/** Changes that another kind shows in more detail. */
export const SHOWN_ELSEWHERE = [
  'account.write-note',
  'account.award',
  'points.adjust',
  'points.import',
  'points.reverse',
] as const;

const PAGE_SIZE = 25;

interface Asked {
  readonly id: string;
  /** Null for an account without a wallet. */
  readonly walletId: string | null;
  readonly after: string | null;
  readonly locale: string;
  readonly period: Period;
}

/** A half-open interval of instants; null: open. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** The next page of one kind within the period, newest first; empty at the end only. */
export async function loadEvents(kind: EventKind, asked: Asked, signal: AbortSignal): Promise<Waiting<TimelineEvent>> {
  let found = within(await loadPage(kind, asked, signal), asked.period);
  while (found.rows.length === 0 && found.next !== null)
    found = within(await loadPage(kind, { ...asked, after: found.next }, signal), asked.period);
  return found;
}

/** Not every list can be asked for a period: the events of others are cut, and end with the first older one. */
function within({ rows, next }: Waiting<TimelineEvent>, { from, to }: Period): Waiting<TimelineEvent> {
  const begin = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = to === null ? Number.POSITIVE_INFINITY : Date.parse(to);
  const last = rows.at(-1);
  return {
    rows: rows.filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) < end),
    next: last !== undefined && Date.parse(last.at) < begin ? null : next,
  };
}

async function loadPage(
  kind: EventKind,
  { id, walletId, after, locale, period }: Asked,
  signal: AbortSignal,
): Promise<Waiting<TimelineEvent>> {
  const time = period.from === null && period.to === null ? null : period;
  const page = { first: PAGE_SIZE, after };
  const filter = { account: { in: [id] } };
  switch (kind) {
    case 'points': {
      if (walletId === null) return { rows: [], next: null };
      const variables = {
        ...page,
        filter: { wallet: { in: [walletId] }, code: { in: [...POINTS_CODES] }, recorded: time },
        locale,
      };
      const { list: pointsEntries } = await load(pointsEntriesQuery, variables, signal);
      return waiting(pointsEntries, (of) => ({ kind, key: of.id, at: of.recordedAt, of }));
    }
    case 'notifications': {
      const variables = { ...page, filter: { ...filter, state: { in: [...DELIVERED] } }, locale };
      const { accountNotifications } = await load(accountNotificationsQuery, variables, signal);
      return waiting(accountNotifications, (of) => ({ kind, key: of.id, at: of.sentAt ?? of.notBefore, of }));
    }
    case 'coupons': {
      const { accountRedemptions } = await load(
        accountRedemptionsQuery,
        { ...page, filter: { ...filter, reserved: time } },
        signal,
      );
      return waiting(accountRedemptions, (of) => ({ kind, key: of.id, at: of.reservedAt, of }));
    }
    case 'giveaways': {
      const { accountGiveaways } = await load(
        accountGiveawaysQuery,
        { ...page, filter: { ...filter, entered: time }, locale },
        signal,
      );
      return waiting(accountGiveaways, (of) => ({ kind, key: of.id, at: of.enteredAt, of }));
    }
    case 'badges': {
      const { accountAwards } = await load(accountAwardsQuery, { ...page, id, locale }, signal);
      const held = accountAwards.nodes.filter(({ revokedAt }) => revokedAt == null);
      return waiting({ ...accountAwards, nodes: held }, (of) => ({ kind, key: of.id, at: of.awardedAt, of }));
    }
    case 'notes': {
      const { accountNotes } = await load(accountNotesQuery, { ...page, id }, signal);
      const kept = accountNotes.nodes.filter(({ retractedAt, text }) => retractedAt == null && text != null);
      return waiting({ ...accountNotes, nodes: kept }, (of) => ({ kind, key: of.id, at: of.writtenAt, of }));
    }
    case 'history': {
      const { record: account } = await load(
        accountHistoryQuery,
        { ...page, id, without: [...SHOWN_ELSEWHERE] },
        signal,
      );
      if (account == null) return { rows: [], next: null };
      return waiting(account.history, (of) => ({ kind, key: of.id, at: of.occurredAt, of }));
    }
  }
}

function waiting<Row>({ nodes, pageInfo }: Page<Row>, toEvent: (row: Row) => TimelineEvent): Waiting<TimelineEvent> {
  return { rows: nodes.map(toEvent), next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null };
}
