import { compareIn, namesIn } from '../format/formats.ts';
import { type SelectOption, searched } from './select-options.ts';

/** Codes that browsers name and that are no countries with a language. */
const NO_COUNTRIES = /^(?:AC|AQ|CP|CQ|DG|EA|EU|EZ|IC|QO|TA|UN|XA|XB|ZZ)$/;
const TAG = /^[a-z]{2}(?:-[A-Z]{2})?$/;

/** Own name of a language, with a capital letter: `Deutsch (Österreich)`. */
function ownNameOf(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** A language by its own name; the reader's name finds it too. The names are looked up when they are read. */
class LanguageOption implements SelectOption<string> {
  readonly value: string;
  readonly note: string;
  readonly #reader: string;
  #label: string | undefined;
  #keywords: string | undefined;

  constructor(tag: string, reader: string) {
    this.value = tag;
    this.note = tag;
    this.#reader = reader;
  }

  get label(): string {
    this.#label ??= ownNameOf(this.value);
    return this.#label;
  }

  get keywords(): string {
    this.#keywords ??= namesIn(this.#reader, { type: 'language', languageDisplay: 'standard' }).of(this.value) ?? '';
    return this.#keywords;
  }
}

const known = new Map<string, readonly SelectOption<string>[]>();

/** The main language of each country, with and without the country. */
function languagesOf(reader: string): readonly SelectOption<string>[] {
  const cached = known.get(reader);
  if (cached) return cached;
  const names = namesIn('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  // The canonical tag of a former country is that of its successor.
  const isPresent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
  const countries = codes.filter((code) => names.of(code) !== undefined && isPresent(code) && !NO_COUNTRIES.test(code));
  const full = countries.map((code) => `${new Intl.Locale(`und-${code}`).maximize().language}-${code}`);
  const tags = new Set([...full, ...full.map((tag) => tag.slice(0, tag.indexOf('-')))].filter((tag) => TAG.test(tag)));
  const compare = compareIn(reader);
  const options = [...tags].map((tag) => new LanguageOption(tag, reader)).sort((a, b) => compare(a.label, b.label));
  known.set(reader, options);
  return options;
}

/** The languages that a text finds, and the one whose tag it is. */
export function languageOptions(text: string, chosen: string | null, reader: string): readonly SelectOption<string>[] {
  const [language = '', country] = text.trim().split(/[-_]/);
  const typed = [language.toLowerCase(), ...(country ? [country.toUpperCase()] : [])].join('-');
  const all = languagesOf(reader);
  const more = [typed, chosen ?? ''].filter((tag) => TAG.test(tag) && !all.some(({ value }) => value === tag));
  const options: readonly SelectOption<string>[] = [...new Set(more)].map((tag) => new LanguageOption(tag, reader));
  return searched([...options, ...all], TAG.test(typed) ? typed : text);
}
