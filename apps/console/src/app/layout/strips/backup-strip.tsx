import { useMessages } from '@backcounter/i18n/react';
import { IconDatabaseX } from '@tabler/icons-react';
import { formatInstant } from '../../../lib/format/dates.ts';
import { useShellHealth } from './shell-health.ts';
import styles from './strips.module.css';

/** Warns on every page that the backups are unreliable, and how to fix that; hidden where backups are not monitored. */
export function BackupStrip() {
  const { t, locale, timeZone } = useMessages();
  const { data } = useShellHealth();
  const { problem, last, proven } = data?.backupHealth ?? {};
  if (!problem) return null;
  const file = last?.file ?? '';
  const time = formatInstant(proven?.takenAt ?? null, { locale, timeZone }) ?? '';
  const texts = {
    UNPROVEN: t('shell.backup.unproven'),
    OUTDATED: t('shell.backup.outdated', { time }),
    FAULTS: t('shell.backup.faults', { file, count: last?.faultCount ?? 0 }),
    REFUSED: t('shell.backup.refused', { file }),
    FAILED: t('shell.backup.failed', { file }),
  };
  const [fault] = last?.faults ?? [];
  return (
    <div className={styles['strip']} data-tone="negative">
      <IconDatabaseX size={16} stroke={1.75} aria-hidden />
      <span>
        {texts[problem]}
        {fault === undefined || problem === 'OUTDATED' ? null : (
          <>
            {' '}
            <bdi lang="en">{fault}</bdi>
          </>
        )}
      </span>
    </div>
  );
}
