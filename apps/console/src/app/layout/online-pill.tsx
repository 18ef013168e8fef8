import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useOnlineCount } from '@backcounter/presence/react';
import { LiveMark } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import { formatClock } from '../../lib/format/dates.ts';
import { useStaleSince } from '../../lib/presence/presence-stale.ts';
import { session } from '../../lib/settings/session.ts';
import { useConsole } from '../console-context.ts';
import styles from './online-pill.module.css';

/**
 * Number of accounts online. Its space is reserved until that is known; with a lost link it shows since when it is
 * outdated.
 */
export function OnlinePill() {
  const { t, locale, timeZone } = useMessages();
  const { config } = useConsole();
  const { person } = useSelector(session.state);
  const count = useOnlineCount();
  const since = useStaleSince();
  if (count === null) return <span className={styles['online']} data-online />;
  const figures = { count, time: since === null ? '' : (formatClock(since, { locale, timeZone }) ?? '') };
  const mark = (
    <LiveMark isStale={since !== null}>
      <span className={styles['full']}>{t(since === null ? 'shell.online.count' : 'shell.online.stale', figures)}</span>
      <span className={styles['short']} aria-hidden="true">
        {t(since === null ? 'shell.online.short' : 'shell.online.stale-short', figures)}
      </span>
    </LiveMark>
  );
  // With Firebase the server does not know who is online, so there is no such list.
  const hasList = config.realtime !== 'firebase' && may(person?.roles ?? [], 'account.read');
  return hasList ? (
    <Link to="/accounts" search={{ online: 'yes' }} className={styles['online']} data-online data-known preload={false}>
      {mark}
    </Link>
  ) : (
    <span className={styles['online']} data-online data-known>
      {mark}
    </span>
  );
}
