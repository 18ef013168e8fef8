import { may } from '@backcounter/domain';
import { isPseudoLocale } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconClockExclamation, IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@tanstack/react-store';
import { connection } from '../../../lib/api/connection.ts';
import { formatClock } from '../../../lib/format/dates.ts';
import { part } from '../../../lib/page/part.ts';
import { unsaved } from '../../../lib/page/unsaved.ts';
import { useStaleForLong } from '../../../lib/presence/presence-stale.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { sessionEnding } from '../../../lib/settings/session-ending.ts';
import { newVersion } from '../../release-notes/new-version.ts';
import styles from './strips.module.css';

const LedgerStrip = part(() => import('./ledger-strip.tsx'), 'LedgerStrip');
const BackupStrip = part(() => import('./backup-strip.tsx'), 'BackupStrip');
const CheckStrip = part(() => import('./check-strip.tsx'), 'CheckStrip');

/** A link that recovers within this time is only marked at its values, without a strip that shifts the page. */
const STALE_PATIENCE_MS = 5000;

/**
 * Thin strips under the bar: no connection, no live data, an expiring session, a ledger fault, unreliable backups, a
 * new version, a check of texts.
 */
export function Strips() {
  const { t, language, locale, timeZone } = useMessages();
  const lostAt = useSelector(connection.lostAt);
  const staleSince = useStaleForLong(STALE_PATIENCE_MS);
  const isOutdated = useSelector(newVersion.isOffered);
  const isReloadRequired = useSelector(newVersion.isRequired);
  const endsAtMs = useSelector(sessionEnding.endsAtMs);
  const hasChanges = useSelector(unsaved.hasChanges);
  return (
    <>
      <div role="status">
        {lostAt ? (
          <div className={styles['strip']}>
            <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
            {t('shell.offline.text', { time: formatClock(lostAt, { locale, timeZone }) })}
          </div>
        ) : staleSince ? (
          <div className={styles['strip']}>
            <IconPlugConnectedX size={16} stroke={1.75} aria-hidden />
            {t('shell.live.lost', { time: formatClock(staleSince, { locale, timeZone }) })}
          </div>
        ) : null}
      </div>
      <div role="status">
        {endsAtMs !== null && hasChanges ? (
          <div className={styles['strip']}>
            <IconClockExclamation size={16} stroke={1.75} aria-hidden />
            {t('shell.session.ending', { time: formatClock(endsAtMs, { locale, timeZone }) })}
          </div>
        ) : null}
      </div>
      {may(currentRoles(), 'points.verify') ? (
        <div role="alert">
          <LedgerStrip />
        </div>
      ) : null}
      {may(currentRoles(), 'backup.read') ? (
        <div role="alert">
          <BackupStrip />
        </div>
      ) : null}
      <div role="status">{isPseudoLocale(language) ? <CheckStrip /> : null}</div>
      <div role="status">
        {isReloadRequired ? (
          <div className={styles['strip']}>
            <IconRefresh size={16} stroke={1.75} aria-hidden />
            {t(hasChanges ? 'shell.version.required-unsaved' : 'shell.version.required')}
            <div>
              <Button size="sm" onClick={() => window.location.reload()}>
                {t('common.action.reload')}
              </Button>
            </div>
          </div>
        ) : isOutdated ? (
          <div className={styles['strip']} data-tone="info">
            <IconRefresh size={16} stroke={1.75} aria-hidden />
            {t(hasChanges ? 'shell.version.unsaved' : 'shell.version.text')}
            <div>
              <Button size="sm" variant="subtle" onClick={newVersion.postpone}>
                {t('shell.version.later')}
              </Button>
              {hasChanges ? null : (
                <Button size="sm" onClick={() => window.location.reload()}>
                  {t('common.action.reload')}
                </Button>
              )}
            </div>
          </div>
        ) : null}
      </div>
    </>
  );
}
