import { useMessages } from '@backcounter/i18n/react';
import { useOnlineByStore } from '@backcounter/presence/react';
import { LiveMark } from '@backcounter/ui';
import { useMemo } from 'react';
import { formatClock } from '../../../lib/format/dates.ts';
import { useStaleSince } from '../../../lib/presence/presence-stale.ts';

interface StoreOnlineProps {
  readonly sid: string;
}

/** How many are in a store now; undefined while nobody knows. */
export function useOnlineIn(sid: string): number | undefined {
  return useOnlineByStore(useMemo(() => [sid], [sid])).get(sid);
}

/** Says since when it may be out of date, for those who do not see the hollow dot. */
function StaleNote({ since }: { readonly since: number | null }) {
  const { t, locale, timeZone } = useMessages();
  if (since === null) return null;
  return (
    <span className="bc-sr-only">
      {' '}
      {t('store.online.stale', { time: formatClock(since, { locale, timeZone }) ?? '' })}
    </span>
  );
}

/** How many are in the store now, as a figure. Empty while nobody knows. */
export function StoreOnlineCell({ sid }: StoreOnlineProps) {
  const { locale } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined) return null;
  const figure = new Intl.NumberFormat(locale).format(online);
  if (online === 0) {
    return (
      <span className="bc-empty-value">
        {figure}
        <StaleNote since={since} />
      </span>
    );
  }
  return (
    <LiveMark isStale={since !== null}>
      {figure}
      <StaleNote since={since} />
    </LiveMark>
  );
}

/** Behind the place of a store on a phone. Nothing while nobody knows, and where nobody is. */
export function StoreOnlineNote({ sid }: StoreOnlineProps) {
  const { t, locale } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined || online === 0) return null;
  return (
    <>
      {' · '}
      <LiveMark isStale={since !== null}>
        {t('store.online.now', { count: online, figure: new Intl.NumberFormat(locale).format(online) })}
        <StaleNote since={since} />
      </LiveMark>
    </>
  );
}

/** In the header of a record. Nothing while nobody knows. */
export function StoreOnlinePill({ sid }: StoreOnlineProps) {
  const { t, locale } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined || online === 0) return null;
  return (
    <LiveMark variant="pill" isStale={since !== null}>
      {t('store.online.now', { count: online, figure: new Intl.NumberFormat(locale).format(online) })}
      <StaleNote since={since} />
    </LiveMark>
  );
}
