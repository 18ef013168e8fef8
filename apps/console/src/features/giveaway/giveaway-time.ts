import { zonedWords } from '../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

/** A giveaway's dates, and the zone in which they are shown. */
export interface GiveawayDates {
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawAt: string;
  readonly timezone: string;
}

const NEXT = {
  SCHEDULED: { field: 'opensAt', key: 'opens' },
  OPEN: { field: 'closesAt', key: 'closes' },
  CLOSED: { field: 'drawAt', key: 'draw' },
  FROZEN: { field: 'drawAt', key: 'draw' },
} as const;

/** The next scheduled step; null if the next step is up to staff. */
export function nextOf(dates: GiveawayDates & { readonly status: string }) {
  if (!Object.hasOwn(NEXT, dates.status)) return null;
  const { field, key } = NEXT[dates.status as keyof typeof NEXT];
  return { key, at: dates[field] };
}

/** An instant in the giveaway's zone and, if different, in UTC: "30 Nov 23:59 Europe/Berlin (30 Nov 22:59 UTC)". */
export function bothZones(instant: string, zone: string, { t, locale }: Pick<CellFormats, 't' | 'locale'>): string {
  const time = zonedWords(instant, zone, locale);
  if (zone === 'UTC') return t('giveaway.date.zone', { time, zone });
  return t('giveaway.date.both', { time, zone, utc: zonedWords(instant, 'UTC', locale) });
}
