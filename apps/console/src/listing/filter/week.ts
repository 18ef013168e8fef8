import { settings } from '../../lib/settings/settings.ts';

/** Of locales where the browser does not know it: as ISO 8601 has it. */
const MONDAY = 1;

/** The day on which weeks begin for the reader, 1 (Monday) to 7: as they have set it, else as the locale has it. */
export function firstDayOfWeek(locale: string): number {
  const { weekStart } = settings.state.get();
  if (weekStart !== null) return weekStart;
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { readonly firstDay: number } };
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? MONDAY;
}
