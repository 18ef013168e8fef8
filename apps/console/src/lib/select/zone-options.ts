import { canonicalTimezone } from '@backcounter/domain';
import type { MessagesHook } from '@backcounter/i18n/react';
import { compareIn, dateFormat, namesIn } from '../format/formats.ts';
import { readConfig } from '../settings/config.ts';
import type { SelectOption } from './select-options.ts';

/** The zone of this device by its name on the list. */
export function deviceZone(): string {
  return canonicalTimezone(Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}

type Words = Pick<MessagesHook, 't' | 'locale'>;

/** `America/Indiana/Vevay` is Vevay, Indiana. */
function cityOf(zone: string): string {
  const [, ...places] = zone.split('/');
  return places.reverse().join(', ').replaceAll('_', ' ') || zone;
}

function nameOf(zone: string, locale: string, timeZoneName: 'longGeneric' | 'shortOffset'): string {
  const parts = dateFormat(locale, { timeZone: zone, timeZoneName }).formatToParts(Date.now());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

let countryCodes: ReadonlyMap<string | null, string> | undefined;

/** The country of each zone, in browsers that know it. */
function countryCodeOf(zone: string): string | undefined {
  if (countryCodes === undefined) {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    countryCodes = new Map(
      codes.flatMap((code) => (zonesOf(code) ?? []).map((each) => [canonicalTimezone(each), code] as const)),
    );
  }
  return countryCodes.get(zone);
}

function zonesOf(country: string): readonly string[] | undefined {
  const locale: Intl.Locale & { readonly getTimeZones?: () => string[] } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.();
}

/** A zone by its city, as an option. Its names are looked up when they are read: there are hundreds of zones. */
class ZoneOption implements SelectOption<string> {
  readonly value: string;
  readonly #words: Words;
  #label: string | undefined;
  #keywords: string | undefined;

  constructor(zone: string, words: Words) {
    this.value = zone;
    this.#words = words;
  }

  get #offset(): string {
    return nameOf(this.value, 'en-US', 'shortOffset').replace('GMT', 'UTC');
  }

  get label(): string {
    const { t, locale } = this.#words;
    this.#label ??= t('common.select.zone', {
      city: cityOf(this.value),
      zone: nameOf(this.value, locale, 'longGeneric'),
      // Browsers break lines at a hyphen, but not at a minus sign.
      offset: this.#offset.replace('-', '−'),
    });
    return this.#label;
  }

  get keywords(): string {
    const code = countryCodeOf(this.value);
    const countries = namesIn(this.#words.locale, { type: 'region', fallback: 'code' });
    this.#keywords ??= `${this.value} ${this.#offset} ${code === undefined ? '' : countries.of(code)}`;
    return this.#keywords;
  }
}

/** A time zone as an option, such as "Berlin — Central European Time, UTC+1". */
export function zoneOption(zone: string, words: Words): SelectOption<string> {
  return new ZoneOption(zone, words);
}

const known = new Map<string, readonly SelectOption<string>[]>();

/** The time zones that the server takes and this browser knows, by city; and the chosen one, if it is no other name of these. */
export function zoneOptions(chosen: string | null, words: Words): readonly SelectOption<string>[] {
  const { locale } = words;
  let zones = known.get(locale);
  if (zones === undefined) {
    const compare = compareIn(locale);
    const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone').flatMap((id) => canonicalTimezone(id) ?? [])]);
    const config = readConfig(document, window.location.origin);
    for (const refused of config.refusedTimezones ?? []) ids.delete(refused);
    zones = [...ids].sort((a, b) => compare(cityOf(a), cityOf(b))).map((id) => new ZoneOption(id, words));
    known.set(locale, zones);
  }
  if (!chosen || zones.some(({ value }) => value === chosen)) return zones;
  return [{ value: chosen, label: chosen }, ...zones];
}
