import { formatUnit } from '../../lib/format/duration.ts';
import { wallTimeOf } from '../../lib/format/zoned-time.ts';
import { dayWords, placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

/** A campaign's start and end, and the zone in which they are shown. */
export interface CampaignWindow {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
}

const DAY_MS = 86_400_000;

const isMidnight = (instant: string, zone: string) => wallTimeOf(instant, zone).endsWith('T00:00');

/** Reports whether the campaign's end has passed, so that it can no longer start or continue. */
export const isOver = (endsAt: string | null, now = Date.now()): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now;

/** Start and end in the campaign's zone: whole days as dates, the last one included. */
export function windowWords({ startsAt, endsAt, timezone }: CampaignWindow, { t, locale }: CellFormats): string {
  const areDays = isMidnight(startsAt, timezone) && isMidnight(endsAt, timezone);
  const last = areDays ? new Date(Date.parse(endsAt) - 1).toISOString() : endsAt;
  // A single day appears once.
  if (areDays && wallTimeOf(startsAt, timezone).slice(0, 10) === wallTimeOf(last, timezone).slice(0, 10))
    return dayWords(startsAt, timezone, locale);
  const words = areDays ? dayWords : zonedWords;
  return t('campaign.window.from-to', {
    from: words(startsAt, timezone, locale),
    to: words(last, timezone, locale),
  });
}

/**
 * Start and end to the minute in the campaign's zone and in UTC, for readers in other zones. The last minute is
 * included.
 */
export function exactWindowWords(window: CampaignWindow, { t, locale }: CellFormats): string {
  const { startsAt, endsAt, timezone } = window;
  // An end at midnight is shown as the minute before, in both zones.
  const last = isMidnight(endsAt, timezone) ? new Date(Date.parse(endsAt) - 60_000).toISOString() : endsAt;
  return t('campaign.window.exact', {
    from: zonedWords(startsAt, timezone, locale),
    to: zonedWords(last, timezone, locale),
    zone: placeOfZone(timezone),
    fromUtc: zonedWords(startsAt, 'UTC', locale),
    toUtc: zonedWords(last, 'UTC', locale),
  });
}

/** "9 days left", "starts in 3 days"; null if neither applies. */
export function nearWords(
  { startsAt, endsAt }: CampaignWindow,
  status: string,
  { t, locale }: Pick<CellFormats, 't' | 'locale'>,
  now = Date.now(),
): string | null {
  const until = status === 'SCHEDULED' ? Date.parse(startsAt) : Date.parse(endsAt);
  const left = until - now;
  if (left <= 0 || !['SCHEDULED', 'RUNNING', 'EXHAUSTED', 'PAUSED'].includes(status)) return null;
  const [value, unit] =
    left >= 2 * DAY_MS
      ? [Math.floor(left / DAY_MS), 'day' as const]
      : left >= 2 * 3_600_000
        ? [Math.floor(left / 3_600_000), 'hour' as const]
        : [Math.max(1, Math.floor(left / 60_000)), 'minute' as const];
  const time = formatUnit(value, unit, locale);
  return t(status === 'SCHEDULED' ? 'campaign.window.starts-in' : 'campaign.window.left', { time });
}
