import { wallTimeOf } from '../../lib/format/zoned-time.ts';
import { zonedWords } from '../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

/** When a campaign is: instants, and the zone in which people read them. */
export interface CampaignWindow {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly timezone: string;
}

const DAY_MS = 86_400_000;

const isMidnight = (instant: string, zone: string) => wallTimeOf(instant, zone).endsWith('T00:00');

/** The time of a campaign is over: it can no longer begin, nor go on. */
export const isOver = (endsAt: unknown, now = Date.now()): boolean =>
  typeof endsAt === 'string' && Date.parse(endsAt) <= now;

/** From when to when, in the campaign's zone: whole days as days, the last one included. */
export function windowWords({ startsAt, endsAt, timezone }: CampaignWindow, { t, locale }: CellFormats): string {
  const areDays = isMidnight(startsAt, timezone) && isMidnight(endsAt, timezone);
  const last = areDays ? new Date(Date.parse(endsAt) - 1).toISOString() : endsAt;
  // One day is said once.
  if (areDays && wallTimeOf(startsAt, timezone).slice(0, 10) === wallTimeOf(last, timezone).slice(0, 10))
    return zonedWords(startsAt, timezone, locale, false);
  return t('campaign.window.from-to', {
    from: zonedWords(startsAt, timezone, locale, !areDays),
    to: zonedWords(last, timezone, locale, !areDays),
  });
}

/** The same with hours and in UTC, the zone named: for whoever works elsewhere. The last minute belongs to it. */
export function exactWindowWords(window: CampaignWindow, { t, locale }: CellFormats): string {
  const { startsAt, endsAt, timezone } = window;
  // An end at midnight is said as the minute before, there and in UTC alike.
  const last = isMidnight(endsAt, timezone) ? new Date(Date.parse(endsAt) - 60_000).toISOString() : endsAt;
  return t('campaign.window.exact', {
    from: zonedWords(startsAt, timezone, locale),
    to: zonedWords(last, timezone, locale),
    zone: timezone,
    fromUtc: zonedWords(startsAt, 'UTC', locale),
    toUtc: zonedWords(last, 'UTC', locale),
  });
}

/** "9 days left", "starts in 3 days"; null where neither says anything. */
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
  const time = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
  return t(status === 'SCHEDULED' ? 'campaign.window.starts-in' : 'campaign.window.left', { time });
}
