import type { NotificationRowFragment, NotificationWholeFragment } from '../../generated/graphql.ts';
import { formatList, namesIn } from '../../lib/format/formats.ts';
import { instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { placeOfZone, zonedWords } from '../../lib/format/zoned-words.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

type Timing = Pick<NotificationRowFragment, 'sendMode' | 'sendAt' | 'sendLocal' | 'timezone' | 'startsAt' | 'state'>;
type Audience = Pick<
  NotificationRowFragment,
  'countryCodes' | 'areas' | 'badge' | 'segment' | 'lastSeenWithinDays' | 'notSeenWithinDays'
>;

/** The instant to format. For a notification by local time, it is that time in the notification's own zone. */
function instantToSay({ sendMode, sendAt, sendLocal, startsAt, timezone }: Timing): string | null {
  if (sendMode === 'AT_LOCAL') return sendLocal == null ? null : instantOf(sendLocal, timezone);
  return sendAt ?? startsAt ?? null;
}

/** Wall time of the start in the zone in which it was entered, `2026-11-30T18:00`: the day and hour of the list. */
export function startWallTime(timing: Timing): string | null {
  const instant = instantToSay(timing);
  return instant === null ? null : wallTimeOf(instant, timing.timezone);
}

/** Start time in the zone in which it was entered: "30 Nov, 18:00". Null for a draft that is sent immediately. */
export function startWords(timing: Timing, { locale }: Pick<CellFormats, 'locale'>): string | null {
  const instant = instantToSay(timing);
  return instant === null ? null : zonedWords(instant, timing.timezone, locale);
}

/** The zone of the start time: "local time", or the zone's city. */
export function placeOfStart({ sendMode, timezone }: Timing, { t }: Pick<CellFormats, 't'>): string {
  return sendMode === 'AT_LOCAL' ? t('notification.start.local') : placeOfZone(timezone);
}

/** The start time in the reader's zone and in UTC. */
export function exactStartWords(timing: Timing, formats: CellFormats): string | null {
  const { t, locale, timeZone } = formats;
  if (timing.sendMode === 'AT_LOCAL') {
    if (timing.startsAt == null) return timing.sendLocal == null ? null : t('notification.start.each-zone');
    return t('notification.start.first-wave', {
      mine: zonedWords(timing.startsAt, timeZone, locale),
      zone: placeOfZone(timeZone),
    });
  }
  const instant = instantToSay(timing);
  if (instant === null) return null;
  if (timing.timezone === timeZone) return instantWords(instant, formats);
  return t('notification.start.exact', {
    theirs: zonedWords(instant, timing.timezone, locale),
    zone: timing.timezone,
    mine: zonedWords(instant, timeZone, locale),
    myZone: timeZone,
    utc: zonedWords(instant, 'UTC', locale),
  });
}

/** The audience in short: "Germany, Austria · seen in 30 days", or all subscribers. */
export function audienceWords(audience: Audience, { t, locale }: Pick<CellFormats, 't' | 'locale'>): string {
  const { countryCodes, areas, badge, segment, lastSeenWithinDays: days, notSeenWithinDays: unseen } = audience;
  const names = namesIn(locale, { type: 'region' });
  const places = [...countryCodes.map((code) => names.of(code) ?? code), ...areas.map(({ name }) => name)];
  const parts = [
    ...(segment ? [segment.name ?? t('notification.audience.hidden-segment')] : []),
    ...(places.length > 0 ? [formatList(places, locale)] : []),
    ...(badge ? [badge.name] : []),
    ...(days == null ? [] : [t('notification.audience.seen', { count: days })]),
    ...(unseen == null ? [] : [t('notification.audience.not-seen', { count: unseen })]),
  ];
  return parts.length === 0 ? t('notification.audience.everybody') : parts.join(' · ');
}

/** An instant in the reader's zone and, if different, in UTC. */
export function instantWords(instant: string, { t, locale, timeZone }: CellFormats): string {
  const mine = zonedWords(instant, timeZone, locale);
  if (timeZone === 'UTC') return t('notification.start.zone', { mine, zone: timeZone });
  return t('notification.start.mine', { mine, zone: timeZone, utc: zonedWords(instant, 'UTC', locale) });
}

type WholeTiming = Timing & Pick<NotificationWholeFragment, 'scheduledAt'>;

/** The complete schedule in one sentence. */
export function whenWords(timing: WholeTiming, formats: CellFormats): string {
  const { t, locale } = formats;
  if (timing.sendMode === 'NOW') {
    return timing.startsAt ? instantWords(timing.startsAt, formats) : t('notification.mode-hint.NOW');
  }
  if (timing.sendMode === 'AT_LOCAL') {
    const local = timing.sendLocal == null ? null : zonedWords(`${timing.sendLocal}:00Z`, 'UTC', locale);
    return local === null ? t('listing.value.empty') : t('notification.start.local-at', { time: local });
  }
  return exactStartWords(timing, formats) ?? t('listing.value.empty');
}

const SYSTEM_REASONS = ['provider-unavailable', 'provider-rejects', 'dispatch-stopped'] as const;

/** The reason of a pause, cancellation or failure: from staff, or the product's own text. */
export function stateReasonWords(reason: string, { t }: Pick<CellFormats, 't'>): string {
  const own = SYSTEM_REASONS.find((each) => each === reason);
  return own === undefined ? reason : t(`notification.reason.${own}`);
}
