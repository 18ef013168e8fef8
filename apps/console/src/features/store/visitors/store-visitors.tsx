import { STORE_LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { StoreVisitorsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { Face } from '../../../lib/presence/presence-face.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import type { StoreRecord } from '../store.steps.ts';
import { useOnlineIn } from './store-online.tsx';
import { StoreOnlineCurve } from './store-online-curve.tsx';
import { storeVisitorsQuery } from './store-visitors.operations.ts';

/** Refetch interval: one visitor may replace another without a change of the count. */
const AGAIN_MS = 15_000;

type Visitor = NonNullable<NonNullable<StoreVisitorsQuery['store']>['online']>['visitors'][number];

/** Visitors of the store, refetched when their number changes. */
export function StoreVisitors({ store }: { readonly store: StoreRecord }) {
  const { t, locale, timeZone, figure } = useMessages();
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
  const { refetch } = online;
  useEffect(() => {
    // Also on mount, where it shares the first request, which is still pending.
    if (count !== undefined) void refetch({ cancelRefetch: false });
  }, [count, refetch]);
  const visitors = online.data?.visitors ?? [];
  const total = count ?? online.data?.count ?? 0;
  const [latest] = visitors;
  const isUnknown = online.data === null;
  return (
    <TabRows
      // One failed poll leaves the visitors that are known.
      loaded={{ ...online, error: online.data ? null : online.error, refetch }}
      rowCount={visitors.length}
      head={{
        summary:
          total > visitors.length && visitors.length >= STORE_LIMITS.visitorsMax
            ? t('store.online.some', { shown: figure(visitors.length), total: figure(total) })
            : t('store.online.now', { count: total }),
        note: latest ? (
          <>
            {t('store.online.latest')}{' '}
            <RelativeTime value={new Date(latest.onlineSince)} locale={locale} timeZone={timeZone} />
          </>
        ) : null,
      }}
      above={<StoreOnlineCurve store={store} />}
      empty={{
        title: t(isUnknown ? 'store.online.unknown' : 'store.online.none'),
        body: isUnknown ? null : t('store.online.none-body'),
        action: (
          <Button component={Link} to="/accounts?online=yes">
            {t('store.online.none-action')}
          </Button>
        ),
      }}
    >
      <TabCard>
        {visitors.map((visitor) => (
          <VisitorLine key={visitor.firebaseId} visitor={visitor} />
        ))}
      </TabCard>
    </TabRows>
  );
}

function VisitorLine({ visitor: { firebaseId, onlineSince, account } }: { readonly visitor: Visitor }) {
  const { t, locale, timeZone } = useMessages();
  const since = <RelativeTime key="since" value={new Date(onlineSince)} locale={locale} timeZone={timeZone} />;
  const code = (value: string) => (
    <span key="code" className="bc-code" dir="ltr">
      {value}
    </span>
  );
  if (!account) return <TabRow title={t('store.online.no-account')} details={[code(firebaseId), since]} isOver />;
  const { id, number, displayName = null, hasPicture } = account;
  return (
    <TabRow
      picture={<Face owner={{ id, displayName, firebaseId, hasPicture }} />}
      title={
        <Link to="/accounts/$id" params={{ id }}>
          <bdi>{displayName ?? t('account.place.nameless', { number: String(number) })}</bdi>
        </Link>
      }
      details={[code(String(number)), since]}
    />
  );
}
