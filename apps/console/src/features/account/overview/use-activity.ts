import { POINTS_TRANSFER_CODES } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  AccountGiveawaysQuery,
  AccountHistoryQuery,
  AccountNotificationsQuery,
  AccountRedemptionsQuery,
} from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { pointsEntriesQuery } from '../../../points/points.operations.ts';
import type { PointsLine } from '../../../points/points-words.ts';
import { usePointsWallet } from '../../../points/use-points-wallet.ts';
import { accountHistoryQuery } from '../account.operations.ts';
import { accountGiveawaysQuery } from '../details/account-giveaways.operations.ts';
import { accountNotificationsQuery } from '../details/account-notifications.operations.ts';
import { accountRedemptionsQuery } from '../details/account-redemptions.operations.ts';
import { type Newest, newestOf } from './activity-merge.ts';

type Node<List extends { readonly nodes: readonly unknown[] }> = List['nodes'][number];
type HistoryList = NonNullable<AccountHistoryQuery['account']>['history'];

/** One event of an account, from the source that has its details. */
export type Activity = { readonly key: string; readonly at: string } & (
  | { readonly source: 'points'; readonly of: PointsLine }
  | { readonly source: 'notifications'; readonly of: Node<AccountNotificationsQuery['accountNotifications']> }
  | { readonly source: 'coupons'; readonly of: Node<AccountRedemptionsQuery['accountRedemptions']> }
  | { readonly source: 'giveaways'; readonly of: Node<AccountGiveawaysQuery['accountGiveaways']> }
  | { readonly source: 'history'; readonly of: Node<HistoryList> }
);

/** Sources of activity; each is a tab of the account's page. */
export type ActivitySource = Activity['source'];

/** Number of rows in the overview. */
export const ACTIVITY_ROWS = 8;
/** Entries of points, without those that another source shows in more detail. */
const POINTS_CODES = POINTS_TRANSFER_CODES.filter((code) => code !== 'COUPON_REWARD' && code !== 'GIVEAWAY_ENTRY');
/** States of deliveries that were sent or failed; pending and skipped ones are not activity. */
const DELIVERED = ['SENT', 'RECEIVED', 'OPENED', 'FAILED'] as const;
const NOTHING: Newest<Activity> = { rows: [], hasOlder: false };

interface Page<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** The newest activity of an account. Each source has its own query and fails alone. */
export function useActivity(id: string) {
  const { locale } = useMessages();
  const filter = { account: { in: [id] } };
  const first = ACTIVITY_ROWS;
  const sources = [
    usePointsActivity(id),
    useSource('notifications', ['account-belongings', id, 'recent', 'notifications', locale], async (signal) => {
      const { accountNotifications: page } = await load(
        accountNotificationsQuery,
        { filter: { ...filter, state: { in: [...DELIVERED] } }, first, locale },
        signal,
      );
      return newest(page, (of) => ({
        source: 'notifications',
        key: of.id,
        at: of.openedAt ?? of.receivedAt ?? of.sentAt ?? of.notBefore,
        of,
      }));
    }),
    useSource('giveaways', ['account-belongings', id, 'recent', 'giveaways', locale], async (signal) => {
      const variables = { filter, first, locale };
      const { accountGiveaways: page } = await load(accountGiveawaysQuery, variables, signal);
      return newest(page, (of) => ({ source: 'giveaways', key: of.id, at: of.enteredAt, of }));
    }),
    useSource('coupons', ['account-belongings', id, 'recent', 'coupons'], async (signal) => {
      const variables = { filter, first };
      const { accountRedemptions: page } = await load(accountRedemptionsQuery, variables, signal);
      return newest(page, (of) => ({ source: 'coupons', key: of.id, at: of.reservedAt, of }));
    }),
    useSource('history', ['account-history', id, 'recent'], async (signal) => {
      const { account } = await load(accountHistoryQuery, { id, first }, signal);
      return account
        ? newest(account.history, (of) => ({ source: 'history', key: of.id, at: of.occurredAt, of }))
        : NOTHING;
    }),
  ];
  return {
    /** Null until each source has answered, so that no row moves another. */
    rows: sources.some(({ isPending }) => isPending)
      ? null
      : newestOf(
          sources.map(({ data }) => data ?? NOTHING),
          ACTIVITY_ROWS,
        ),
    failed: sources.filter(({ error, data }) => error !== null && data === undefined),
  };
}

/** Activity of the wallet, refetched when it has new entries; empty for an account without a wallet. */
function usePointsActivity(id: string) {
  const wallet = usePointsWallet({ type: 'ACCOUNT', id });
  const hasNone = wallet.error instanceof RequestError && wallet.error.code === 'wallet.not-found';
  const walletId = wallet.data?.id;
  const entries = useSource(
    'points',
    ['points', 'recent', id, wallet.data?.entries ?? 0],
    async (signal) => {
      if (walletId === undefined) return NOTHING;
      const variables = { filter: { wallet: { in: [walletId] }, code: { in: POINTS_CODES } }, first: ACTIVITY_ROWS };
      const { pointsEntries: page } = await load(pointsEntriesQuery, variables, signal);
      return newest(page, (of) => ({ source: 'points', key: of.id, at: of.recordedAt, of }));
    },
    walletId !== undefined || hasNone,
  );
  if (walletId !== undefined || hasNone || wallet.error === null) return entries;
  const { error, isFetching, refetch } = wallet;
  return { ...entries, isPending: false, error, isFetching, retry: () => void refetch() };
}

function useSource(
  source: ActivitySource,
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Newest<Activity>>,
  enabled = true,
) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled,
    placeholderData: keepPreviousData,
  });
  return { source, data, error, isPending, isFetching, retry: () => void refetch() };
}

function newest<Row>({ nodes, pageInfo }: Page<Row>, toActivity: (row: Row) => Activity): Newest<Activity> {
  return { rows: nodes.map(toActivity), hasOlder: pageInfo.hasNextPage };
}
