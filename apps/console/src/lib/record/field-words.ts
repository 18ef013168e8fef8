import type { MessagesHook } from '@backcounter/i18n/react';
import { formatDay } from '../format/dates.ts';
import { formatNumber } from '../format/formats.ts';
import type { ShownField } from './record-fields.ts';

/** The value of an entered field as text; null for none. */
export function fieldWords(
  { kind }: ShownField,
  value: unknown,
  { t, locale, timeZone }: Pick<MessagesHook, 't' | 'locale' | 'timeZone'>,
): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'BOOLEAN') return t(value === true ? 'listing.filter.yes' : 'listing.filter.no');
  if (kind === 'DATE') return formatDay(String(value), { locale, timeZone }) ?? String(value);
  if (kind === 'INT' || kind === 'SAFE_INT') return formatNumber(Number(value), locale);
  return String(value);
}
