import { useMessages } from '@backcounter/i18n/react';
import { IdChip } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconClockExclamation, IconFilterOff, IconRefresh } from '@tabler/icons-react';
import type { DashboardFilterKind } from '../../../generated/graphql.ts';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { isUnreachable } from '../../../lib/api/request-error.ts';
import { formatClock, formatInstant } from '../../../lib/format/dates.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { useReference } from '../../../lib/record/reference.ts';
import { dayOf } from '../../../listing/filter/zoned-day.ts';
import { TileTimeoutError } from '../tile-time.ts';
import type { Tile } from '../use-tile.ts';
import styles from './tile-marks.module.css';

const REFERENCE_SHOWN = 8;

/** Error in place of a tile that failed; other tiles are not affected. */
export function TileFailure({ tile, isShort = false }: { readonly tile: Tile<unknown>; readonly isShort?: boolean }) {
  const { t } = useMessages();
  const reference = useReference(tile.error);
  const { error } = tile;
  const isLate = error instanceof TileTimeoutError;
  const reasonKey = isShort || isLate || isUnreachable(error) ? null : errorKeyOf(error);
  return (
    <div className={styles['failure']} role="alert">
      <p>
        <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
        {isLate ? t('dashboard.tile.timed-out', { seconds: error.seconds }) : t('dashboard.tile.failed')}
      </p>
      {reasonKey ? <p>{t(reasonKey)}</p> : null}
      <div>
        <Button
          size="sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
          loading={tile.isBusy}
          onClick={tile.retry}
        >
          {t('common.action.retry')}
        </Button>
        {reference ? (
          <span className="bc-inline bc-gap-xs bc-small bc-faint">
            {t('dashboard.tile.reference')}{' '}
            <IdChip value={reference.id} shown={reference.id.slice(0, REFERENCE_SHOWN)} labels={reference} />
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** The time since which the tile may be out of date, at the bottom of its tile, where its place is reserved. */
export function StaleMark({ since }: { readonly since: Date | null }) {
  const { t, locale, timeZone } = useMessages();
  if (since === null) return null;
  const style = { locale, timeZone };
  const isToday = dayOf(since.toISOString(), timeZone) === dayOf(new Date().toISOString(), timeZone);
  return (
    <span className={styles['stale']}>
      <IconClockExclamation size={14} stroke={1.75} aria-hidden />
      {t('dashboard.tile.stale', { time: (isToday ? formatClock : formatInstant)(since, style) ?? '' })}
    </span>
  );
}

/** The chosen filters that do not apply to a tile. */
export function IgnoredFilters({ kinds }: { readonly kinds: readonly DashboardFilterKind[] | undefined }) {
  const { t, locale } = useMessages();
  if (kinds === undefined || kinds.length === 0) return null;
  const names = kinds.map((kind) => t(`dashboard.filter.${kind}`));
  return (
    <span className={styles['ignores']} data-ignores>
      <IconFilterOff size={14} stroke={1.75} aria-hidden />
      {t('dashboard.tile.ignores', { filters: formatList(names, locale, 'conjunction') })}
    </span>
  );
}
