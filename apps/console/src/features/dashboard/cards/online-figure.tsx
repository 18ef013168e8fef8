import { useMessages } from '@backcounter/i18n/react';
import { useOnlineCount } from '@backcounter/presence/react';
import { LiveMark, Skeleton } from '@backcounter/ui';
import { useId } from 'react';
import { useStaleSince } from '../../../lib/presence/presence-stale.ts';
import styles from '../dashboard.module.css';
import { onlineStoresSearch } from '../dashboard-links.ts';
import { useDashboard } from '../filters/dashboard-scope.ts';
import { useOnlineStores } from '../shared-tiles.ts';
import { Drill } from './drill.tsx';
import { IgnoredFilters, StaleMark, TileFailure } from './tile-marks.tsx';

/** Number of accounts online, live. The line below counts stores with visitors in the chosen places. */
export function OnlineFigure() {
  const { t, figure } = useMessages();
  const { places } = useDashboard();
  const count = useOnlineCount();
  const since = useStaleSince();
  const tile = useOnlineStores();
  const stores = tile.data;
  const id = useId();
  const ignored = [
    ...(places.countries.length > 0 ? (['COUNTRY'] as const) : []),
    ...(places.areas.length > 0 ? (['AREA'] as const) : []),
  ];
  // A service without figures per store cannot list the visitors either.
  const isKnown = stores?.isAvailable === true;
  const words = () => {
    if (!isKnown) return t('dashboard.online.now');
    const values = {
      stores: stores.storeCount,
      count: stores.storeCount,
      people: figure(stores.inStores),
    };
    return t(ignored.length > 0 ? 'dashboard.online.in-places' : 'dashboard.online.in-stores', values);
  };
  return (
    <section className={styles['figure']} aria-labelledby={id} aria-busy={count === null}>
      <header>
        <h2 id={id}>
          <LiveMark isStale={since !== null}>{t('dashboard.online.title')}</LiveMark>
        </h2>
      </header>
      <div className={styles['figureValue']}>
        <b>
          {count === null ? (
            <Skeleton width="4rem" height="1.25rem" />
          ) : (
            <Drill to="/accounts" search={isKnown ? { online: 'yes' } : null}>
              {figure(count)}
            </Drill>
          )}
        </b>
      </div>
      {tile.error ? (
        <TileFailure tile={tile} isShort />
      ) : (
        <p>
          {stores ? (
            <Drill to="/stores" search={isKnown && stores.storeCount > 0 ? onlineStoresSearch(places) : null}>
              {words()}
            </Drill>
          ) : (
            <Skeleton width="8rem" />
          )}
          <IgnoredFilters kinds={ignored} />
        </p>
      )}
      <StaleMark since={since === null ? tile.staleSince : new Date(since)} />
    </section>
  );
}
