/**
 * Generates the lists for demo data: ISO 3166-1 countries, ISO 3166-2 areas and names of people. Run it after a source
 * has changed: `node --conditions=source apps/server/src/demo/generate-data.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { canonicalTimezone } from '@backcounter/domain';
import { allLocales, type LocaleDefinition } from '@faker-js/faker';
import { countries as facts, type TCountryCode } from 'countries-list';
import { iso31661, iso31662 } from 'iso-3166';
import { ROMANISED_NAMES } from './accounts/romanised-names.ts';
import { AREA_ZONES, MARKETS } from './markets.ts';

/** Locales of stored country names. */
const NAME_LOCALES = ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'ar-EG'];
const NAMES_KEPT = 160;
/** Countries whose first level of areas is too fine for sales areas. */
const COARSER: Readonly<Record<string, readonly string[]>> = { GB: ['GB-ENG', 'GB-SCT', 'GB-WLS', 'GB-NIR'] };
const AREAS_KEPT = 60;

const markets = new Map(MARKETS.map((market) => [market.country, market]));
const displayNames = NAME_LOCALES.map((locale) => [locale, new Intl.DisplayNames(locale, { type: 'region' })] as const);

/** For a country with several zones, the first by name; the runtime's lists are from CLDR. */
function firstZone(code: string): string {
  const locale = new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones(): string[] | undefined };
  return canonicalTimezone(locale.getTimeZones()?.[0] ?? 'UTC') ?? 'UTC';
}

function defaultLocale(code: string): string {
  const known = markets.get(code)?.locale;
  if (known) return known;
  const { language } = new Intl.Locale(`und-${code}`).maximize();
  return /^[a-z]{2}$/.test(language) ? `${language}-${code}` : `en-${code}`;
}

const countries = iso31661.map(({ alpha2: code }) => {
  const fact = facts[code as TCountryCode];
  return {
    code,
    name: Object.fromEntries(displayNames.map(([locale, names]) => [locale, names.of(code) ?? code])),
    currency: fact?.currency[0] ?? 'XXX',
    dialCode: fact?.phone[0] ? String(fact.phone[0]) : null,
    timezone: markets.get(code)?.timezone ?? firstZone(code),
    locale: defaultLocale(code),
    isActive: markets.has(code),
  };
});

const zoneOf = new Map(
  Object.entries(AREA_ZONES).flatMap(([zone, codes]) => codes.map((code) => [code, zone] as const)),
);
const areas = MARKETS.flatMap(({ country, timezone }) => {
  const all = iso31662.filter((area) => area.parent === country || COARSER[country]?.includes(area.code));
  const kept = COARSER[country]
    ? all.filter((area) => COARSER[country]?.includes(area.code))
    : all.slice(0, AREAS_KEPT);
  return kept.map(({ code, name }) => ({
    country,
    code,
    name: name.replace(/ [[(].*/, '').trim(),
    timezone: zoneOf.get(code) ?? timezone,
  }));
});

const latin = /^[\p{Script=Latin}\p{M}'’. -]+$/u;

/** Picks evenly, so that a long alphabetical list isn't cut after its first letters. */
function spread(values: readonly string[], count: number): string[] {
  const unique = [...new Set(values.map((value) => value.trim()))].filter((value) => value && value.length <= 24);
  if (unique.length <= count) return unique;
  return Array.from({ length: count }, (_, index) => unique[Math.floor((index * unique.length) / count)] ?? '');
}

function listed(entry: unknown): string[] {
  if (Array.isArray(entry)) return entry.filter((name): name is string => typeof name === 'string');
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.values(entry).flatMap(listed);
}

function namesOf(key: string): { given: readonly string[]; family: readonly string[] } {
  const romanised = ROMANISED_NAMES[key];
  if (romanised) return romanised;
  const locales = allLocales as Record<string, LocaleDefinition>;
  for (const candidate of [key, key.slice(0, 2)]) {
    const person = locales[candidate]?.person;
    const given = spread(listed(person?.first_name), NAMES_KEPT);
    const family = spread(listed(person?.last_name), NAMES_KEPT);
    if (given.length > 10 && family.length > 5) return { given, family };
  }
  throw new Error(`No names for ${key}`);
}

/** Part of an address before the @, from a name in Latin script; null for other scripts, which use neutral words. */
function handle(name: string): string | null {
  if (!latin.test(name)) return null;
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('þ', 'th')
    .replace(/[^a-z]/g, '');
  return plain || null;
}

const names = Object.fromEntries(
  [...new Set(MARKETS.map((market) => market.names))].map((key) => {
    const { given, family } = namesOf(key);
    const pair = (name: string): [string, string | null] => [name, handle(name)];
    return [key, { given: given.map(pair), family: family.map(pair) }];
  }),
);

const write = (file: string, value: unknown): Promise<void> =>
  writeFile(new URL(`./data/${file}`, import.meta.url), `${JSON.stringify(value)}\n`);
await write('countries.json', countries);
await write('areas.json', areas);
await write('names.json', names);
console.log(`${countries.length} countries, ${areas.length} areas, ${Object.keys(names).length} name lists`);
