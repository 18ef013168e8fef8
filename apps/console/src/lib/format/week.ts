import { settings } from '../settings/settings.ts';

/** Default of ISO 8601, where the browser does not know the locale's. */
const MONDAY = 1;

/** The first day of the week for the reader, 1 (Monday) to 7: from their settings, else from the locale. */
export function firstDayOfWeek(locale: string): number {
  const { weekStart } = settings.state.get();
  if (weekStart !== null) return weekStart;
  const { getWeekInfo } = Intl.Locale.prototype as { getWeekInfo?: () => { readonly firstDay: number } };
  return getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? MONDAY;
}
