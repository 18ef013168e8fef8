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
import type { CountryNames } from './values/countries.ts';
import { NearestWord } from './values/nearest.ts';

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

/** Parses rows of a file according to its column mapping. */
export class RowReader {
  readonly #settings: ImportSettings;
  readonly #columns: readonly (ImportField | null)[];
  readonly #width: number;
  readonly #countries: CountryNames;
  /** Words for mistyped ones, by field. */
  readonly #words = new Map<ImportField, NearestWord>();

  constructor(definition: ImportDefinition, settings: ImportSettings, countries: CountryNames) {
    this.#settings = settings;
    this.#countries = countries;
    this.#columns = settings.mapping.map((key) => (key === null ? null : fieldOf(definition, key)));
    this.#width = settings.mapping.length;
  }

  /** Values of a row, or the problems of its cells. */
  read(row: TableRow): ImportRow | readonly RowProblem[] {
    const values: Record<string, ImportValue> = {};
    const problems: RowProblem[] = [];
    if (row.cells.length > this.#width && row.cells.slice(this.#width).some((cell) => cell.trim() !== '')) {
      problems.push({ field: null, rule: 'too-many-cells', params: { max: this.#width } });
    }
    for (const [index, field] of this.#columns.entries()) {
      if (field === null) continue;
      const text = (row.cells[index] ?? '').replace(GUARDED, '').replace(/\r\n?/g, '\n').trim();
      if (text === '') {
        if (this.#settings.emptyCells === 'CLEAR') values[field.key] = null;
        continue;
      }
      const parsed = this.#parse(text, field);
      if ('problem' in parsed) problems.push({ field: field.key, ...parsed.problem });
      else values[field.key] = parsed.value;
    }
    for (const key of this.#settings.matchBy) {
      if (values[key] == null && !problems.some(({ field }) => field === key))
        problems.push({ field: key, rule: 'required' });
    }
    return problems.length > 0 ? problems : { number: row.number, values };
  }

  #parse(text: string, field: ImportField): Parsed {
    if (text.includes(REPLACEMENT)) return { problem: { rule: 'encoding' } };
    if (!isVisibleText(text)) return { problem: { rule: 'characters' } };
    if (CELL_ERRORS.has(text)) return { problem: { rule: 'cell-error' } };
    switch (field.kind) {
      case 'BOOLEAN': {
        const value = MEANINGS.get(text.toLowerCase());
        return value === undefined ? { problem: { rule: 'boolean', ...this.#nearest(text, field) } } : { value };
      }
      case 'COUNTRY':
        return this.#countries.parse(text);
      case 'WHOLE': {
        const number = Number(text);
        return /^[+-]?\d{1,16}$/.test(text) && Number.isSafeInteger(number)
          ? { value: number }
          : { problem: { rule: 'whole-number' } };
      }
      case 'ENUM': {
        const value = field.values?.find((each) => each.toLowerCase() === text.toLowerCase());
        if (value !== undefined) return { value };
        const params = { values: (field.values ?? []).join(', ') };
        return { problem: { rule: 'one-of', params, ...this.#nearest(text, field) } };
      }
      case 'DATE':
        return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { value: text } : { problem: { rule: 'date' } };
      case 'INSTANT':
        return this.#instant(text, field);
      case 'TEXT':
        return { value: text };
    }
  }

  /** A date with or without a time; without an offset the time is that of the record's place. */
  #instant(text: string, field: ImportField): Parsed {
    const [, day = '', hour = '0', minutes = '00', seconds = '00', half = '', offset = ''] = TIME.exec(text) ?? [];
    const date = this.#parse(day, { ...field, kind: 'DATE' });
    const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
    const at = 'value' in date ? `${date.value}T${String(hours).padStart(2, '0')}:${minutes}:${seconds}` : '';
    if (!isInstant(`${at}.000Z`)) return { problem: { rule: 'date' } };
    return { value: at + (/^ ?(z|utc)$/i.test(offset) ? '+00:00' : offset.trim()) };
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

const TIME = /^(\S+?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?( ?[AP]M)?( ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?$/i;

/** False also for a day that no month has. */
function isInstant(text: string): boolean {
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString() === text;
}
