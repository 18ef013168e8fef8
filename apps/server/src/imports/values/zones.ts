import { canonicalTimezone, TIMEZONES } from '@backcounter/domain';
import { findIana, WINDOWS_TO_IANA_MAP } from 'windows-iana';
import type { Parsed } from '../import-definition.ts';
import { plain } from './nearest.ts';

/** Days of both halves of a year, for clocks that change. */
const DAYS = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];
const OFFERED_MAX = 6;
const TEXTS_MAX = 2_000;

const WINDOWS_NAMES: ReadonlyMap<string, string> = new Map(
  WINDOWS_TO_IANA_MAP.map(({ windowsName }) => [windowsName.toLowerCase(), windowsName]),
);
const BY_CITY = Map.groupBy(TIMEZONES, (zone) => plain(zone.slice(zone.lastIndexOf('/') + 1)));
const known = new Map<string, Parsed>();

/**
 * A zone of the list. Cities, names of Windows, offsets and abbreviations are refused with the zones that they may mean.
 * Breaks the rules `timezone` and `timezone-like`.
 */
export function parseZone(text: string, country: string | null): Parsed {
  if (canonicalTimezone(text) !== null) return { value: text };
  const key = `${country}\n${text}`;
  const parsed = known.get(key) ?? problemOf(zonesLike(text, country));
  if (known.size < TEXTS_MAX) known.set(key, parsed);
  return parsed;
}

function problemOf(zones: readonly string[]): Parsed {
  const [first] = zones;
  if (first === undefined) return { problem: { rule: 'timezone' } };
  const params = { values: zones.slice(0, OFFERED_MAX).join(', ') };
  const hasOneClock = new Set(zones.map((zone) => clocksOf(zone).join())).size === 1;
  return { problem: { rule: 'timezone-like', params, ...(hasOneClock && { suggestion: first }) } };
}

function zonesLike(text: string, country: string | null): readonly string[] {
  const here = country === null ? [] : zonesOf(country);
  const windows = WINDOWS_NAMES.get(text.toLowerCase());
  const cities = text
    .replace(/\([^()]*\)/g, '')
    .split(/[,;/]/)
    .flatMap((city) => BY_CITY.get(plain(city)) ?? []);
  const named = windows === undefined ? cities : findIana(windows as Parameters<typeof findIana>[0]);
  const fits = [...new Set(named.flatMap((zone) => canonicalTimezone(zone) ?? []))];
  const inCountry = fits.filter((zone) => here.includes(zone));
  if (fits.length > 0) return inCountry.length > 0 ? inCountry : fits;
  const minutes = offsetOf(text);
  if (minutes === null) return here.filter((zone) => abbreviationsOf(zone, country).includes(text.toUpperCase()));
  // An offset is usually that of standard time.
  const standard = here.filter((zone) => Math.min(...clocksOf(zone)) === minutes);
  return standard.length > 0 ? standard : here.filter((zone) => clocksOf(zone).includes(minutes));
}

function zonesOf(country: string): readonly string[] {
  const zones = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === country).flatMap(({ iana }) => iana);
  return [...new Set(zones.flatMap((zone) => canonicalTimezone(zone) ?? []))];
}

/** Minutes of an offset such as `UTC+2` or `+05:30`; null for a text that is none. */
function offsetOf(text: string): number | null {
  if (/^(z|utc|gmt)$/i.test(text)) return 0;
  const [, posix, sign, hours, minutes = '0'] =
    /^\(?(Etc\/)?(?:utc|gmt)?\s*([+\-−])(\d{1,2}):?(\d{2})?\)?/i.exec(text) ?? [];
  if (sign === undefined) return null;
  // `Etc/GMT+5` is five hours behind.
  return (Number(hours) * 60 + Number(minutes)) * ((sign === '+') === (posix === undefined) ? 1 : -1);
}

function clocksOf(zone: string): number[] {
  return DAYS.map((day) => offsetOf(partOf('en-US', zone, day, 'longOffset')) ?? 0);
}

function abbreviationsOf(zone: string, country: string | null): readonly string[] {
  const languages = ['en-US', 'en-GB', `en-${country}`];
  return DAYS.flatMap((day) => languages.map((language) => partOf(language, zone, day, 'short')));
}

function partOf(language: string, zone: string, day: number, timeZoneName: 'longOffset' | 'short'): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts(day);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
