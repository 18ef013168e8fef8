import { IMPORT_LIMITS } from '@backcounter/domain';
import type {
  ImportDefinition,
  ImportField,
  ImportRow,
  ImportSettings,
  ReadEntry,
  RowProblem,
} from './import-definition.ts';
import { fieldOf } from './import-fields.ts';
import { RowReader } from './read-row.ts';
import { SeenKeys } from './seen-keys.ts';
import { TableError } from './table-error.ts';
import { isBlank, positionOf, type SourceRow, type TableRow } from './table-row.ts';
import type { CountryNames } from './values/countries.ts';

/** A row refused before any database access. */
export interface RefusedRow {
  readonly row: TableRow;
  readonly problems: readonly RowProblem[];
}

/** Rows processed together. */
export interface Batch {
  /** Position of the last row. */
  readonly lastRow: number;
  /** Number of the last row of the file itself; 0 without one. */
  readonly lastOfFile: number;
  /** Rows that only count, by outcome. */
  readonly counted: Readonly<Record<string, number>>;
  readonly done: number;
  readonly rows: readonly ImportRow[];
  /** Rows by number, for reporting cell values. */
  readonly cells: ReadonlyMap<number, SourceRow>;
  readonly refused: readonly RefusedRow[];
  /** Set if the file cannot be read beyond this batch. */
  readonly broken: TableError | null;
}

/** Outcome of a row that only counts. */
const COUNTED = {
  done: 'SKIPPED imported',
  imported: 'SKIPPED imported',
  'left-out': 'SKIPPED left-out',
  refused: 'FAILED refused',
} as const;

type Read = { readonly batch: Batch | null } | { readonly error: unknown };

/**
 * Reads a file in batches. A batch is returned again until a later one is requested, because a transaction may be
 * repeated. The next one is read ahead while the database writes.
 */
export class ImportBatches {
  readonly #source: AsyncGenerator<SourceRow>;
  readonly #definition: ImportDefinition;
  readonly #reader: RowReader;
  readonly #keys: readonly (readonly ImportField[])[];
  readonly #matchBy: readonly string[];
  readonly #seen = new SeenKeys();
  readonly #readEntry: ReadEntry | undefined;
  #isPastHeading: boolean;
  #count = 0;
  #broken: TableError | null = null;
  #isAtEnd = false;
  #batch: Batch | null = null;
  #batchAfter = -1;
  #ahead: Promise<Read> | null = null;

  constructor(
    source: AsyncGenerator<SourceRow>,
    definition: ImportDefinition,
    settings: ImportSettings,
    countries: CountryNames,
    hasHeading = true,
    readEntry?: ReadEntry,
  ) {
    this.#isPastHeading = !hasHeading;
    this.#readEntry = readEntry;
    this.#source = source;
    this.#definition = definition;
    this.#reader = new RowReader(definition, settings, countries);
    this.#matchBy = settings.matchBy;
    const keys = [
      ...(definition.entries === undefined ? [settings.matchBy] : []),
      ...definition.unique.filter((field) => !settings.matchBy.includes(field)).map((field) => [field]),
    ];
    this.#keys = keys.map((fields) => fields.flatMap((field) => fieldOf(definition, field) ?? []));
  }

  /** The batch after a row; null at the end. */
  async after(lastRow: number): Promise<Batch | null> {
    if (this.#batchAfter === lastRow) return this.#batch;
    const read = await (this.#ahead ?? this.#readBehind(lastRow));
    this.#ahead = null;
    if ('error' in read) throw read.error;
    const { batch } = read;
    this.#batch = batch;
    this.#batchAfter = lastRow;
    if (batch !== null && batch.broken === null) this.#ahead = this.#readBehind(batch.lastRow);
    return batch;
  }

  /** Never rejects, because the result may not be used. */
  #readBehind(lastRow: number): Promise<Read> {
    return this.#next(lastRow).then(
      (batch) => ({ batch }),
      (error: unknown) => ({ error }),
    );
  }

  async #next(lastRow: number): Promise<Batch | null> {
    const rows: ImportRow[] = [];
    const refused: RefusedRow[] = [];
    const cells = new Map<number, SourceRow>();
    const counted: Record<string, number> = {};
    let done = 0;
    let last: number | null = null;
    let lastOfFile = 0;
    while (done < this.#definition.batchRows) {
      const row = await this.#row();
      if (row === null) break;
      const { use } = row;
      const hasKeys = use === undefined || use === 'keys' || use === 'imported';
      const isNew = use === undefined && positionOf(row) > lastRow;
      const read = hasKeys ? ((await this.#readEntry?.(row, isNew)) ?? this.#read(row)) : [];
      // Earlier rows are read for their keys only.
      if (positionOf(row) <= lastRow || use === 'keys') continue;
      done += 1;
      last = positionOf(row);
      if (row.isCorrected !== true) lastOfFile = row.number;
      if (use !== undefined) {
        counted[COUNTED[use]] = (counted[COUNTED[use]] ?? 0) + 1;
        continue;
      }
      cells.set(row.number, row);
      if ('number' in read) rows.push(read);
      else refused.push({ row, problems: read });
    }
    const broken = this.#broken;
    if (done === 0 && broken === null) return null;
    if (broken !== null) this.#broken = null;
    const place = { lastRow: last ?? Math.max(lastRow, broken?.row ?? 0), lastOfFile };
    return { ...place, counted, done, rows, cells, refused, broken };
  }

  async #row(): Promise<SourceRow | null> {
    while (!this.#isAtEnd) {
      try {
        const { value, done } = await this.#source.next();
        if (done === true) {
          this.#isAtEnd = true;
          continue;
        }
        this.#countRow(value);
        if (isBlank(value)) continue;
        if (this.#isPastHeading) return value;
        this.#isPastHeading = true;
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        this.#broken = error;
        this.#isAtEnd = true;
      }
    }
    return null;
  }

  /** Counts empty rows too, because they take as long to read. */
  #countRow({ number, isCorrected }: SourceRow): void {
    if (isCorrected !== true) this.#count += 1;
    if (this.#count > IMPORT_LIMITS.rowsMax + 1) throw new TableError('too-many-rows', number);
  }

  #read(row: TableRow): ImportRow | readonly RowProblem[] {
    const read = this.#reader.read(row);
    if (!('number' in read)) return read;
    const problems: RowProblem[] = [];
    for (const fields of this.#keys) {
      // An invalid value is no key: its own problem is the one to mend.
      if (
        fields.some(({ key, rule }) => read.values[key] == null || rule?.safeParse(read.values[key]).success === false)
      )
        continue;
      const field = fields.at(-1)?.key ?? null;
      const note = (rule: string, textOf: (field: ImportField, text: string) => string): boolean => {
        const values = fields.map((each) => textOf(each, String(read.values[each.key])));
        const before = this.#seen.note(JSON.stringify([rule, fields[0]?.key, ...values]), row.number);
        if (before !== null) problems.push({ field, rule, params: { row: before } });
        return before === null;
      };
      if (note('repeated', (each, text) => each.compareAs?.(text) ?? text) && fields.some(({ lookAlike }) => lookAlike))
        note('repeated-alike', (each, text) => each.lookAlike?.(text) ?? text);
    }
    const key = this.#definition.entries?.keyOf(read.values, this.#matchBy) ?? null;
    const before = key === null ? null : this.#seen.note(key, row.number);
    if (before !== null) problems.push({ field: null, rule: 'repeated-entry', params: { row: before } });
    return problems.length > 0 ? problems : read;
  }
}
