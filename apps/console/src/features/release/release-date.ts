import { dateFormat } from '../../lib/format/formats.ts';
import type { CellFormats } from '../../listing/list-definition.ts';

/** 'ddd DD-MMM-YY' in the reader's zone, as the popup shows the date of a release. */
export function releaseDateWords(date: string, { locale, timeZone }: Pick<CellFormats, 'locale' | 'timeZone'>): string {
  const format = dateFormat(locale, {
    timeZone,
    calendar: 'gregory',
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: '2-digit',
  });
  const parts = new Map(
    format.formatToParts(new Date(date)).map(({ type, value }) => [type, value.replace(/\.$/, '')]),
  );
  return `${parts.get('weekday')} ${parts.get('day')}-${parts.get('month')}-${parts.get('year')}`;
}

/** The day of a release as a form has it; its hour is kept while the day is. */
export const dayOf = (date: string): string => date.slice(0, 10);

/** The instant that stands for a day: noon in UTC, which is that day in nearly every zone of the world. */
export const dateOfDay = (day: string): string => `${day}T12:00:00.000Z`;
