import { may } from '@backcounter/domain';
import { T, useMessages } from '@backcounter/i18n/react';
import type { OnlineEntry } from '@backcounter/presence';
import { useOnlineEntry } from '@backcounter/presence/react';
import { LiveMark, State } from '@backcounter/ui';
import { IconCircleOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatClock } from '../../../lib/format/dates.ts';
import { useStaleSince } from '../../../lib/presence/presence-stale.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import styles from './account-online.module.css';

const FRESH_MS = 5 * 60_000;

function useStoreName(sid: string) {
  return useQuery({
    queryKey: ['store-name', sid],
    meta: { errorsShown: 'in-toast' },
    queryFn: async () => (await import('./account-store-names.ts')).findStoreName(sid),
    enabled: may(currentRoles(), 'store.read'),
    staleTime: FRESH_MS,
  }).data;
}

interface OnlineStoreProps {
  readonly sid: string;
}

/** A store's name, or its sid while the name is unknown or the store does not exist. */
function OnlineStoreName({ sid }: OnlineStoreProps) {
  const store = useStoreName(sid);
  return store ? (
    <bdi>{store.name}</bdi>
  ) : (
    <bdi className="bc-code" dir="ltr">
      {sid}
    </bdi>
  );
}

/** The store's name as a link. `isInGrid` removes it from the Tab order, as a grid is one stop. */
function OnlineStoreLink({ sid, isInGrid = false }: OnlineStoreProps & { readonly isInGrid?: boolean }) {
  const store = useStoreName(sid);
  const name = <OnlineStoreName sid={sid} />;
  return store ? (
    <Link
      to="/stores/$id"
      params={{ id: store.id }}
      className={styles['store']}
      dir="auto"
      {...(isInGrid ? { tabIndex: -1 } : {})}
    >
      {name}
    </Link>
  ) : (
    name
  );
}

interface OnlineProps {
  readonly firebaseId: string | null;
}

/** The time since which the state may be out of date, for screen readers, which do not see the hollow dot. */
function StaleNote({ since }: { readonly since: number | null }) {
  const { t, locale, timeZone } = useMessages();
  if (since === null) return null;
  return (
    <span className="bc-sr-only">
      {' '}
      {t('account.online.stale', { time: formatClock(since, { locale, timeZone }) ?? '' })}
    </span>
  );
}

/** Counts changes of a known value: the first value is no change. */
function useChanges(value: string | null): number {
  const [seen, setSeen] = useState({ value, changes: 0 });
  if (value !== null && seen.value !== value) {
    setSeen({ value, changes: seen.value === null ? seen.changes : seen.changes + 1 });
  }
  return seen.changes;
}

const placeOf = (entry: OnlineEntry | null | undefined) =>
  entry === undefined ? null : entry === null ? '-' : `+${entry.store_sid ?? ''}`;

/** A cell with the account's online state and store, tinted briefly on change. Empty while unknown. */
export function AccountOnlineCell({ firebaseId }: OnlineProps) {
  const { t } = useMessages();
  const entry = useOnlineEntry(firebaseId);
  const since = useStaleSince();
  const changes = useChanges(placeOf(entry));
  const flash = { key: changes, className: styles['cell'], 'data-flash': changes > 0 || undefined };
  if (firebaseId !== null && entry === undefined) return null;
  if (!entry) {
    return (
      <span {...flash} key={flash.key}>
        <span className="bc-empty-value" aria-hidden="true">
          {t('listing.value.empty')}
        </span>
        <span className="bc-sr-only">{t('account.online.no')}</span>
        <StaleNote since={firebaseId === null ? null : since} />
      </span>
    );
  }
  return (
    <span {...flash} key={flash.key}>
      <LiveMark isStale={since !== null}>
        {entry.store_sid === null ? (
          t('account.online.here')
        ) : (
          <>
            {/* The dot and the column's header say it already. */}
            <span className="bc-sr-only">{t('account.online.here')} </span>
            <OnlineStoreLink sid={entry.store_sid} isInGrid />
          </>
        )}
        <StaleNote since={since} />
      </LiveMark>
    </span>
  );
}

/** Online state and store in the header of a record. Renders nothing while unknown. */
export function AccountOnlinePill({ firebaseId }: OnlineProps) {
  const { t } = useMessages();
  const entry = useOnlineEntry(firebaseId);
  const since = useStaleSince();
  if (entry === undefined) return null;
  return (
    <span className={styles['pill']} data-off={entry === null || undefined}>
      {entry === null ? (
        <>
          <State tone="neutral" icon={IconCircleOff} word={t('account.online.no')} variant="pill" />
          <StaleNote since={since} />
        </>
      ) : (
        <LiveMark variant="pill" isStale={since !== null}>
          {entry.store_sid === null ? (
            t('account.online.here')
          ) : (
            <T id="account.online.in-store" values={{ store: <OnlineStoreLink key="store" sid={entry.store_sid} /> }} />
          )}
          <StaleNote since={since} />
        </LiveMark>
      )}
    </span>
  );
}

/** On a phone: the store that the account is in now, else its home area. */
export function AccountPhonePlace({ firebaseId, children }: OnlineProps & { readonly children: ReactNode }) {
  const { t } = useMessages();
  const entry = useOnlineEntry(firebaseId);
  const since = useStaleSince();
  if (!entry) return children;
  return (
    <LiveMark isStale={since !== null}>
      {entry.store_sid === null ? (
        t('account.online.here')
      ) : (
        <T id="account.online.at-store" values={{ store: <OnlineStoreName key="store" sid={entry.store_sid} /> }} />
      )}
      <StaleNote since={since} />
    </LiveMark>
  );
}
