import { useMessages } from '@backcounter/i18n/react';
import { useOnlineByStore } from '@backcounter/presence/react';
import { LiveMark } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useEngagement, useHeld } from '../../../lib/page/use-latched.ts';
import { useStaleSince } from '../../../lib/presence/presence-stale.ts';
import { useOnlineStores } from '../shared-tiles.ts';
import { Card } from './card.tsx';
import styles from './cards.module.css';

type OnlineStores = NonNullable<ReturnType<typeof useOnlineStores>['data']>;

/** Ten rows. */
const HEIGHT = '15rem';

/** Stores with the most visitors. The ranking is polled, the counts are live. */
export function OnlineCard() {
  const { t } = useMessages();
  const tile = useOnlineStores();
  const since = useStaleSince();
  return (
    <Card
      title={t('dashboard.online.by-store')}
      note={t('dashboard.online.top')}
      tile={tile}
      height={HEIGHT}
      skeletonRows={10}
      aside={({ isAvailable }) =>
        isAvailable ? <LiveMark isStale={since !== null}>{t('dashboard.online.live')}</LiveMark> : null
      }
      staleSince={tile.data?.isAvailable === true && since !== null ? new Date(since) : null}
    >
      {(data) => {
        if (!data.isAvailable) return <p data-none>{t('dashboard.online.unavailable')}</p>;
        if (data.stores.length === 0) return <p data-none>{t('dashboard.online.nobody')}</p>;
        return <TopStores stores={data.stores} />;
      }}
    </Card>
  );
}

/** The ranking. Rows keep their places while the pointer or the focus is on them. */
function TopStores({ stores }: { readonly stores: OnlineStores['stores'] }) {
  const { t, figure } = useMessages();
  const { isEngaged, handlers } = useEngagement();
  const { shown: rows = stores } = useHeld(stores, isEngaged, fingerprintOf);
  const live = useOnlineByStore(useMemo(() => rows.map(({ sid }) => sid), [rows]));
  const known = new Map(stores.map(({ sid, online }) => [sid, online]));
  const counts = rows.map((store) => live.get(store.sid) ?? known.get(store.sid) ?? store.online);
  const most = Math.max(1, ...counts);
  return (
    <ol className={styles['topStores']} {...handlers}>
      {rows.map(({ id, name, countryCode }, at) => (
        <li key={id}>
          <Link to="/stores/$id" params={{ id }} search={{ tab: 'online' }} preload={false}>
            <span className="bc-code" dir="ltr">
              {countryCode}
            </span>
            <bdi className="bc-cut">{name}</bdi>
            <span className={styles['shareBar']} aria-hidden="true">
              <span style={{ inlineSize: `${((counts[at] ?? 0) / most) * 100}%` }} />
            </span>
            <b>
              {figure(counts[at] ?? 0)}
              <span className="bc-sr-only"> {t('dashboard.online.people')}</span>
            </b>
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** A fingerprint: equal for the same stores in the same order. */
const fingerprintOf = (stores: OnlineStores['stores']) => stores.map(({ id }) => id).join(' ');
