import { isVisibleText } from '@backcounter/domain';
import { FORMULA_SIGNS } from '../jobs/result/csv.ts';
import type {
  ImportDefinition,
  ImportField,
  ImportRow,
  ImportSettings,
  ImportValue,
  RowProblem,
} from './import-definition.ts';
import { fieldOf } from './import-fields.ts';
import type { TableRow } from './table-row.ts';

const YES: ReadonlySet<string> = new Set([
  '1',
  'true',
  'yes',
  'y',
  'x',
  'ja',
  'j',
  'wahr',
  'نعم',
  'صحيح',
  'oui',
  'o',
  'vrai',
  'sí',
  'si',
  's',
  'verdadero',
]);
const NO: ReadonlySet<string> = new Set([
  '0',
  'false',
  'no',
  'n',
  'nein',
  'falsch',
  'لا',
  'خطأ',
  'non',
  'faux',
  'falso',
]);
/** Error values that spreadsheets write. */
const CELL_ERRORS: ReadonlySet<string> = new Set(['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!']);
/** Apostrophe that exports put before text that looks like a formula. */
const GUARDED = new RegExp(`^'(?=[${FORMULA_SIGNS.join('').replace('-', '\\-')}])`);
/** Replaces bytes that are invalid in the file's encoding. */
const REPLACEMENT = '\ufffd';

type Parsed = { readonly value: ImportValue } | { readonly problem: Omit<RowProblem, 'field'> };

/** Parses rows of a file according to its column mapping. */
export class RowReader {
  readonly #settings: ImportSettings;
  readonly #columns: readonly (ImportField | null)[];
  readonly #width: number;

  constructor(definition: ImportDefinition, settings: ImportSettings) {
    this.#settings = settings;
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
      const parsed = parseCell(text, field);
      if ('problem' in parsed) problems.push({ field: field.key, ...parsed.problem });
      else values[field.key] = parsed.value;
    }
    for (const key of this.#settings.matchBy) {
      if (values[key] == null && !problems.some(({ field }) => field === key))
        problems.push({ field: key, rule: 'required' });
    }
    return problems.length > 0 ? problems : { number: row.number, values };
  }
}

function parseCell(text: string, field: ImportField): Parsed {
  if (text.includes(REPLACEMENT)) return { problem: { rule: 'encoding' } };
  if (!isVisibleText(text)) return { problem: { rule: 'characters' } };
  if (CELL_ERRORS.has(text)) return { problem: { rule: 'cell-error' } };
  switch (field.kind) {
    case 'BOOLEAN': {
      const word = text.toLowerCase();
      if (YES.has(word)) return { value: true };
      return NO.has(word) ? { value: false } : { problem: { rule: 'boolean' } };
    }
    case 'WHOLE': {
      const number = Number(text);
      return /^[+-]?\d{1,16}$/.test(text) && Number.isSafeInteger(number)
        ? { value: number }
        : { problem: { rule: 'whole-number' } };
    }
    case 'ENUM': {
      const value = field.values?.find((each) => each.toLowerCase() === text.toLowerCase());
      return value === undefined
        ? { problem: { rule: 'one-of', params: { values: (field.values ?? []).join(', ') } } }
        : { value };
    }
    case 'DATE':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? { value: text } : { problem: { rule: 'date' } };
    case 'TEXT':
      return { value: text };
  }
}
