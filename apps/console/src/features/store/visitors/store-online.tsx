import { useMessages } from '@backcounter/i18n/react';
import { useOnlineByStore } from '@backcounter/presence/react';
import { LiveMark } from '@backcounter/ui';
import { useMemo } from 'react';
import { formatClock } from '../../../lib/format/dates.ts';
import { useStaleSince } from '../../../lib/presence/presence-stale.ts';

interface StoreOnlineProps {
  readonly sid: string;
}

/** Number of visitors in a store; undefined while unknown. */
export function useOnlineIn(sid: string): number | undefined {
  return useOnlineByStore(useMemo(() => [sid], [sid])).get(sid);
}

/** The time since which the count may be out of date, for screen readers, which do not see the hollow dot. */
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

/** Number of visitors in the store, as a figure. Empty while unknown. */
export function StoreOnlineCell({ sid }: StoreOnlineProps) {
  const { figure } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined) return null;
  if (online === 0) {
    return (
      <span className="bc-empty-value">
        {figure(online)}
        <StaleNote since={since} />
      </span>
    );
  }
  return (
    <LiveMark isStale={since !== null}>
      {figure(online)}
      <StaleNote since={since} />
    </LiveMark>
  );
}

/** Number of visitors after the place of a store on a phone. Renders nothing while it is unknown or 0. */
export function StoreOnlineNote({ sid }: StoreOnlineProps) {
  const { t } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined || online === 0) return null;
  return (
    <>
      {' · '}
      <LiveMark isStale={since !== null}>
        {t('store.online.now', { count: online })}
        <StaleNote since={since} />
      </LiveMark>
    </>
  );
}

/** Number of visitors in the header of a record. Renders nothing while unknown. */
export function StoreOnlinePill({ sid }: StoreOnlineProps) {
  const { t } = useMessages();
  const online = useOnlineIn(sid);
  const since = useStaleSince();
  if (online === undefined || online === 0) return null;
  return (
    <LiveMark variant="pill" isStale={since !== null}>
      {t('store.online.now', { count: online })}
      <StaleNote since={since} />
    </LiveMark>
  );
}
