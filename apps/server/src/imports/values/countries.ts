import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import ar from 'i18n-iso-countries/langs/ar.json' with { type: 'json' };
import de from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import en from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import es from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import fr from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import { iso31663 } from 'iso-3166/3.js';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { Parsed } from '../import-definition.ts';
import { NearestWord, plain } from './nearest.ts';

/** Common names and codes that the lists of names lack. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  AE: ['Emirates', 'VAE'],
  GB: ['UK', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Britain', 'Schottland', 'Angleterre', 'Inglaterra'],
  GR: ['EL'],
  MM: ['Burma', 'Birma'],
  NL: ['Holland', 'Hollande', 'Holanda', 'هولندا'],
  SZ: ['Swaziland'],
  US: ['America', 'Amerika', 'Amérique', 'América', 'EEUU', 'EE. UU.', 'États-Unis d’Amérique', 'أمريكا'],
};

/** Reads countries by code, by ISO 3166-1 alpha-3 and by name in the languages of the console. */
export class CountryNames {
  /** Codes of a name. */
  readonly #codes = new Map<string, Set<string>>();
  readonly #nearest: NearestWord;
  readonly #known = new Set<string>(codes.map(([code = '']) => code));

  /** With the countries of the product, whose codes and names come before all others. */
  constructor(countries: readonly { readonly code: string; readonly names: readonly string[] }[]) {
    for (const { code } of countries) this.#known.add(code);
    const own = new Map<string, Set<string>>();
    const words: [string, string][] = [];
    const add = (to: Map<string, Set<string>>, name: string, code: string): void => {
      words.push([name, code]);
      const key = plain(name);
      to.set(key, (to.get(key) ?? new Set()).add(code));
    };
    for (const { code, names } of countries) for (const name of names) add(own, name, code);
    for (const [code = '', alpha3 = ''] of codes) add(this.#codes, alpha3, code);
    for (const [code, names] of Object.entries(ALIASES)) for (const name of names) add(this.#codes, name, code);
    for (const language of ['ar-EG', 'de-DE', 'en-US', 'es-ES', 'fr-FR']) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      for (const [code = ''] of codes) add(this.#codes, names.of(code) ?? code, code);
    }
    for (const { countries: names } of [ar, de, en, es, fr])
      for (const [code, all] of Object.entries(names)) for (const name of [all].flat()) add(this.#codes, name, code);
    for (const [key, found] of own) this.#codes.set(key, found);
    this.#nearest = new NearestWord(words.filter(([word]) => word.length > 3));
  }

  /** The names in the database. */
  static async read(db: Kysely<Database>): Promise<CountryNames> {
    const { rows } = await sql<{ code: string; names: readonly string[] }>`
      select code::text as code, array(select n.value from jsonb_each_text(name_i18n) n) as names from country`.execute(
      db,
    );
    return new CountryNames(rows);
  }

  /** The code of a country. Breaks the rules `unknown`, `ambiguous`, `country-former` and `country`. */
  parse(text: string): Parsed {
    const code = text.toUpperCase();
    if (this.#known.has(code)) return { value: code };
    const named =
      this.#codes.get(plain(text)) ?? this.#codes.get(plain(text).replace(/^(the|die|der|la|les|el|los)(?=...)/, ''));
    const [found] = named ?? [];
    if (named !== undefined && found !== undefined)
      return named.size === 1
        ? { value: found }
        : { problem: { rule: 'ambiguous', params: { values: [...named].join(', ') } } };
    const later = successorsOf(plain(text));
    const [successor] = later;
    if (successor !== undefined)
      return later.length === 1
        ? { value: successor }
        : { problem: { rule: 'country-former', params: { values: later.join(', ') } } };
    const suggestion = this.#nearest.of(text);
    return { problem: { rule: 'unknown', ...(suggestion !== undefined && { suggestion }) } };
  }
}

/** The countries of today that a former one, by code or name, has become. */
function successorsOf(text: string): readonly string[] {
  const former = iso31663.filter(({ from }) =>
    [from.alpha2, from.alpha3, from.name].some((each) => plain(each) === text),
  );
  const found = former.flatMap(({ to }) =>
    to.flatMap(({ state, alpha2, alpha3 }) => (state === 'assigned' ? [alpha2] : successorsOf(plain(alpha3)))),
  );
  return [...new Set(found)];
}
