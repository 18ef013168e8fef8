import { STORE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, ErrorPanel, RelativeTime, Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StoreVisitorsQuery } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { Face } from '../../../lib/presence/presence-face.tsx';
import { useReference } from '../../../lib/record/reference.ts';
import type { StoreRecord } from '../store-action-list.ts';
import { useOnlineIn } from './store-online.tsx';
import { storeVisitorsQuery } from './store-visitors.operations.ts';
import './store-visitors.css';

/** Refetch interval: one visitor may replace another without a change of the count. */
const AGAIN_MS = 15_000;
const SKELETONS = ['9rem', '12rem', '8rem', '11rem'];

type Visitor = NonNullable<NonNullable<StoreVisitorsQuery['store']>['online']>['visitors'][number];

/** Visitors of the store, refetched when their number changes. */
export function StoreVisitors({ store }: { readonly store: StoreRecord }) {
  const { t, locale } = useMessages();
  const count = useOnlineIn(store.sid);
  const online = useQuery({
    queryKey: ['store-visitors', store.id],
    queryFn: async ({ signal }) => {
      const answer = await load(storeVisitorsQuery, { id: store.id }, signal);
      return answer.store?.online ?? null;
    },
    refetchInterval: AGAIN_MS,
    gcTime: 0,
  });
  const reference = useReference(online.error);
  const { refetch } = online;
  useEffect(() => {
    // Also on mount, where it shares the first request, which is still pending.
    if (count !== undefined) void refetch({ cancelRefetch: false });
  }, [count, refetch]);
  if (online.isPending) {
    return (
      <div className="bc-visitors" role="status" aria-label={t('common.place.loading')}>
        {SKELETONS.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  }
  if (online.error && !online.data) {
    return (
      <ErrorPanel
        title={t('store.online.failed')}
        body={t(errorKeyOf(online.error))}
        retry={{ label: t('common.action.retry'), onClick: () => void refetch(), isBusy: online.isFetching }}
        {...(reference ? { reference } : {})}
      />
    );
  }
  if (!online.data) return <EmptyState title={t('store.online.unknown')} />;
  const { visitors } = online.data;
  const total = count ?? online.data.count;
  if (visitors.length === 0) return <EmptyState title={t('store.online.nobody')} />;
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value);
  return (
    <div className="bc-visitors">
      <p role="status">
        {total > visitors.length && visitors.length >= STORE_LIMITS.visitorsMax
          ? t('store.online.some', { shown: figure(visitors.length), total: figure(total) })
          : t('store.online.now', { count: total, figure: figure(total) })}
      </p>
      <ul>
        {visitors.map((visitor) => (
          <VisitorLine key={visitor.firebaseId} visitor={visitor} />
        ))}
      </ul>
    </div>
  );
}

function VisitorLine({ visitor: { firebaseId, onlineSince, account } }: { readonly visitor: Visitor }) {
  const { t, locale, timeZone } = useMessages();
  const since = <RelativeTime value={new Date(onlineSince)} locale={locale} timeZone={timeZone} />;
  if (!account) {
    return (
      <li>
        <span className="bc-visitor-unknown">{t('store.online.no-account')}</span>
        <bdi className="bc-code" dir="ltr">
          {firebaseId}
        </bdi>
        {since}
      </li>
    );
  }
  const { id, number, displayName = null, hasPicture } = account;
  return (
    <li>
      <Link to="/accounts/$id" params={{ id }}>
        <Face owner={{ id, displayName, firebaseId, hasPicture }} />
        <span dir="auto">{displayName ?? t('account.place.nameless', { number: String(number) })}</span>
      </Link>
      <span className="bc-code" dir="ltr">
        {number}
      </span>
      {since}
    </li>
  );
}
