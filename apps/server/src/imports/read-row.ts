import { isVisibleText } from '@backcounter/domain';
import { FORMULA_SIGNS } from '../jobs/result/csv.ts';
import type {
  ImportDefinition,
  ImportField,
  ImportRow,
  ImportSettings,
  ImportValue,
  Parsed,
  RowProblem,
} from './import-definition.ts';
import { fieldOf } from './import-fields.ts';
import type { TableRow } from './table-row.ts';
import { hasCardNumber } from './values/card-numbers.ts';
import type { CountryNames } from './values/countries.ts';
import { serialDay } from './values/dates.ts';
import { parseEmail } from './values/emails.ts';
import { FORMATS, type FormattedKind, isUnclear } from './values/formats.ts';
import { parseLocale } from './values/locales.ts';
import { NearestWord } from './values/nearest.ts';
import { parsePhone } from './values/phones.ts';
import { parseZone } from './values/zones.ts';

// biome-ignore format: a line for each value
const WORDS = {
  true: ['1', '1.0', 'true', 'yes', 'y', 'on', 'x', '✓', '✔', '☑', 'ja', 'j', 'wahr', 'نعم', 'صحيح', 'oui', 'o', 'vrai', 'sí', 'si', 's', 'verdadero'],
  false: ['0', '0.0', 'false', 'no', 'n', 'off', '✗', '✘', '☐', 'nein', 'falsch', 'لا', 'خطأ', 'non', 'faux', 'falso'],
} as const;
const MEANINGS: ReadonlyMap<string, boolean> = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.map((word) => [word, meaning === 'true'] as const)),
);
/** Error values that spreadsheets write. */
const CELL_ERRORS: ReadonlySet<string> = new Set(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!']);
/** Apostrophe that exports put before text that looks like a formula. */
const GUARDED = new RegExp(`^'(?=[${FORMULA_SIGNS.join('').replace('-', '\\-')}])`);
/** Replaces bytes that are invalid in the file's encoding. */
const REPLACEMENT = '\ufffd';

interface ReadColumn {
  readonly index: number;
  readonly field: ImportField;
  /** Its format, chosen or detected. */
  readonly format: string | null;
}

/** Parses rows of a file according to its column mapping. */
export class RowReader {
  readonly #settings: ImportSettings;
  readonly #columns: readonly ReadColumn[];
  readonly #width: number;
  readonly #countries: CountryNames;
  readonly #identifiers: ReadonlySet<string>;
  /** Words for mistyped ones, by field. */
  readonly #words = new Map<ImportField, NearestWord>();

  constructor(definition: ImportDefinition, settings: ImportSettings, countries: CountryNames) {
    this.#settings = settings;
    this.#countries = countries;
    this.#identifiers = identifiersOf(definition);
    const columns = settings.mapping.flatMap((key, index) => {
      const field = key === null ? null : fieldOf(definition, key);
      return field === null ? [] : [{ index, field, format: settings.formats?.[index] ?? null }];
    });
    this.#columns = columns.toSorted((one, other) => turnOf(one) - turnOf(other));
    this.#width = settings.mapping.length;
  }

  /** Values of a row, or the problems of its cells. */
  read(row: TableRow): ImportRow | readonly RowProblem[] {
    const values: Record<string, ImportValue> = {};
    const problems: RowProblem[] = [];
    let country: string | null = null;
    if (row.cells.length > this.#width && row.cells.slice(this.#width).some((cell) => cell.trim() !== '')) {
      problems.push({ field: null, rule: 'too-many-cells', params: { max: this.#width } });
    }
    for (const column of this.#columns) {
      const { index, field } = column;
      const text = (row.cells[index] ?? '').replace(GUARDED, '').replace(/\r\n?/g, '\n').trim();
      if (text === '') {
        if (this.#settings.emptyCells === 'CLEAR') values[field.key] ??= null;
        continue;
      }
      const parsed = this.#parse(text, column, country);
      if ('problem' in parsed) {
        problems.push({ field: field.key, at: index, ...parsed.problem });
        continue;
      }
      const before = values[field.key];
      // Columns of one field, such as first and last name, are joined in their order.
      values[field.key] = typeof before === 'string' ? `${before} ${parsed.value}` : parsed.value;
      if (field.kind === 'COUNTRY') country = String(parsed.value);
    }
    for (const key of this.#settings.matchBy) {
      if (values[key] == null && !problems.some(({ field }) => field === key))
        problems.push({ field: key, rule: 'required' });
    }
    return problems.length > 0 ? problems : { number: row.number, values };
  }

  #parse(text: string, column: ReadColumn, country: string | null): Parsed {
    if (text.includes(REPLACEMENT)) return { problem: { rule: 'encoding' } };
    if (!isVisibleText(text)) return { problem: { rule: 'characters' } };
    if (CELL_ERRORS.has(text)) return { problem: { rule: 'cell-error' } };
    const { field } = column;
    const parsed = this.#valueOf(text, column, country);
    // A valid phone number is none of a card, though it may have the same check digit.
    const isSuspect = 'problem' in parsed || field.kind === 'TEXT';
    const isCard = isSuspect && !isBareIdentifier(field.key, text, this.#identifiers) && hasCardNumber(text);
    return isCard ? { problem: { rule: 'card-number' } } : parsed;
  }

  #valueOf(text: string, { field, format }: ReadColumn, country: string | null): Parsed {
    switch (field.kind) {
      case 'BOOLEAN': {
        const value = MEANINGS.get(text.toLowerCase());
        return value === undefined ? { problem: { rule: 'boolean', ...this.#nearest(text, field) } } : { value };
      }
      case 'COUNTRY':
        return this.#countries.parse(text);
      case 'DATE':
      case 'WHOLE':
        return formatted(text, field.kind, format);
      case 'EMAIL':
        return parseEmail(text, field.rule);
      case 'ENUM': {
        const value = field.values?.find((each) => each.toLowerCase() === text.toLowerCase());
        if (value !== undefined) return { value };
        const params = { values: (field.values ?? []).join(', ') };
        return { problem: { rule: 'one-of', params, ...this.#nearest(text, field) } };
      }
      case 'INSTANT':
        return instant(text, format);
      case 'LOCALE':
        return parseLocale(text, this.#countries);
      case 'PHONE':
        return parsePhone(text, country ?? format);
      case 'ZONE':
        return parseZone(text, country);
      case 'TEXT':
        return { value: text };
    }
  }

  /** The word of a field that a mistyped one most likely is. */
  #nearest(text: string, field: ImportField): Pick<RowProblem, 'suggestion'> {
    let words = this.#words.get(field);
    if (words === undefined) {
      const known = field.kind === 'BOOLEAN' ? [...MEANINGS] : (field.values ?? []).map((value) => [value, value]);
      words = new NearestWord(known.map(([word = '', meaning]) => [String(word), String(meaning)]));
      this.#words.set(field, words);
    }
    const suggestion = words.of(text);
    return suggestion === undefined ? {} : { suggestion };
  }
}

/** Phone numbers and time zones are read by the country of their row, and last names follow first names. */
function turnOf({ field, format }: ReadColumn): number {
  return field.kind === 'COUNTRY' ? 0 : format === 'LAST' ? 2 : 1;
}

/** Fields whose values name a record, so that many digits make sense. */
export function identifiersOf({ matches, unique }: ImportDefinition): ReadonlySet<string> {
  return new Set([...matches.flat(), ...unique].filter((key) => key !== 'email'));
}

/** Whether a text is digits alone in a field that names a record. */
export function isBareIdentifier(key: string | null, text: string, identifiers: ReadonlySet<string>): boolean {
  return key !== null && identifiers.has(key) && /^\d+$/.test(text.trim());
}

const WRONG = { DATE: { rule: 'date' }, WHOLE: { rule: 'whole-number' } } as const;
const UNCLEAR = { DATE: { rule: 'date-order' }, WHOLE: { rule: 'decimal-mark' } } as const;

/** A date or number in the format of its column; without one, if it can be read in one way only. */
function formatted(text: string, kind: FormattedKind, format: string | null): Parsed {
  const readings = FORMATS[kind].read(text);
  const [any] = Object.values(readings);
  const value = format === null ? any : readings[format];
  if (format === null && isUnclear(readings)) return { problem: UNCLEAR[kind] };
  const isFit = kind === 'DATE' || Number.isSafeInteger(value);
  if (value !== undefined && isFit) return { value };
  const other = kind === 'DATE' ? (isUnclear(readings) ? undefined : (any ?? serialDay(text))) : undefined;
  return { problem: { ...WRONG[kind], ...(other !== undefined && { suggestion: String(other) }) } };
}

const TIME = /^(.*?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?( ?[AP]M)?( ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;

/** A date with or without a time; without an offset the time is that of the record's place. */
function instant(text: string, format: string | null): Parsed {
  const [, day = '', hour = '0', minutes = '00', seconds = '00', half = '', offset = ''] = TIME.exec(text) ?? [];
  const date = formatted(day, 'DATE', format);
  if ('problem' in date) return date;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const at = `${date.value}T${String(hours).padStart(2, '0')}:${minutes}:${seconds}`;
  const exact = new Date(`${at}Z`);
  if (Number.isNaN(exact.getTime()) || !exact.toISOString().startsWith(at)) return { problem: { rule: 'date' } };
  return { value: at + (/^ ?(z|utc)$/i.test(offset) ? '+00:00' : offset.trim()) };
}
