import { LOCALE_PATTERN } from '@backcounter/domain';
import type { Parsed } from '../import-definition.ts';
import type { CountryNames } from './countries.ts';
import { NearestWord, plain } from './nearest.ts';

const LETTERS = Array.from({ length: 26 }, (_, letter) => String.fromCharCode(97 + letter));
const TEXTS_MAX = 2_000;
const known = new Map<string, Parsed>();
let names: { readonly codes: ReadonlyMap<string, string>; readonly nearest: NearestWord } | undefined;

/** Names of languages in those of the console, and in each language itself. */
function languageNames() {
  if (names !== undefined) return names;
  const words: [string, string][] = [];
  const tags = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  for (const language of ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR']) {
    const display = new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
    for (const tag of tags) {
      const name = display.of(tag);
      if (name !== undefined && Intl.getCanonicalLocales(tag)[0] === tag) words.push([name, tag]);
    }
  }
  for (const [, tag] of words.slice(0, 200)) {
    const own = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' }).of(tag);
    if (own !== undefined) words.push([own, tag]);
  }
  names = { codes: new Map(words.map(([word, tag]) => [plain(word), tag])), nearest: new NearestWord(words) };
  return names;
}

/** The language of a text such as `de_DE`, `deu` or `German (Austria)`. Breaks the rule `locale`. */
export function parseLocale(given: string, countries: CountryNames): Parsed {
  const parsed = known.get(given) ?? read(given, countries);
  if (known.size < TEXTS_MAX) known.set(given, parsed);
  return parsed;
}

function read(given: string, countries: CountryNames): Parsed {
  const tag = (given.split(/[.@]/)[0] ?? '').trim().replaceAll('_', '-');
  let canonical: string | undefined;
  try {
    [canonical] = Intl.getCanonicalLocales(tag);
  } catch {
    canonical = undefined;
  }
  if (canonical !== undefined && LOCALE_PATTERN.test(canonical)) return { value: canonical };
  const { codes, nearest } = languageNames();
  const [, base = given, region] = /^([^()]+?) ?\(([^()]+)\)$/.exec(given) ?? [];
  const language = codes.get(plain(base));
  const country = region === undefined ? undefined : countries.parse(region);
  if (language !== undefined && country === undefined) return { value: language };
  if (language !== undefined && country !== undefined && 'value' in country)
    return { value: `${language}-${country.value}` };
  const likely =
    canonical !== undefined && /^[a-z]{2}-[A-Z][a-z]{3}/.test(canonical) ? new Intl.Locale(canonical).maximize() : null;
  const suggestion = likely === null ? nearest.of(given) : `${likely.language}-${likely.region}`;
  return { problem: { rule: 'locale', ...(suggestion !== undefined && { suggestion }) } };
}
