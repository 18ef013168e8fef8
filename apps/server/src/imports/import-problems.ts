import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ImportDefinition, ImportSettings, RowProblem } from './import-definition.ts';
import { identifiersOf, isBareIdentifier } from './read-row.ts';
import type { TableRow } from './table-row.ts';
import { withoutCardNumbers } from './values/card-numbers.ts';

/** Characters of a value; longer ones are shortened, so that those alike may be different ones. */
export const VALUE_MAX = 60;

/** A problem with a cell, as stored and displayed. */
export interface StoredProblem {
  /** Heading; null for problems of the whole row or of a field without a column. */
  readonly column: string | null;
  /** Position of its cell in the row; null without a cell. */
  readonly at: number | null;
  readonly field: string | null;
  /** Shortened content of the cell; null without a cell. */
  readonly value: string | null;
  readonly rule: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** A cell that would be read instead. */
  readonly suggestion?: string;
}

/** A text without what the database can't store. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Locates the cells of problems. */
export class ProblemPlaces {
  readonly #headers: readonly string[];
  readonly #mapping: ImportSettings['mapping'];
  readonly #identifiers: ReadonlySet<string>;
  readonly #mask: (text: string) => string;

  constructor(headers: readonly string[], { mapping }: Pick<ImportSettings, 'mapping'>, definition: ImportDefinition) {
    this.#headers = headers;
    this.#mapping = mapping;
    this.#identifiers = identifiersOf(definition);
    this.#mask = definition.mask ?? ((text) => text);
  }

  /** The cells of a refused row as they are stored. Those of secrets are for display only. */
  held(row: TableRow): readonly string[] {
    return this.safe(row).cells.map((cell) => storable(this.#mask(cell)));
  }

  /** A row as it may be stored: without numbers of payment cards. */
  safe({ number, cells }: TableRow): TableRow {
    return { number, cells: cells.map((cell, index) => this.#safeCell(cell, this.#mapping[index] ?? null)) };
  }

  #safeCell(cell: string, key: string | null): string {
    return isBareIdentifier(key, cell, this.#identifiers) ? cell : withoutCardNumbers(cell);
  }

  /** Adds heading and cell content to a problem. */
  place({ field, at, rule, params, suggestion }: RowProblem, row: TableRow | undefined): StoredProblem {
    const index = field === null ? -1 : (at ?? this.#mapping.indexOf(field));
    const cell = index < 0 ? null : storable(this.#mask(this.#safeCell(row?.cells[index] ?? '', field)));
    const value = cell !== null && cell.length > VALUE_MAX ? `${cell.slice(0, VALUE_MAX - 1).toWellFormed()}…` : cell;
    return {
      column: this.#headers[index] ?? null,
      at: index < 0 ? null : index,
      field,
      value,
      rule,
      ...(params && { params }),
      ...(suggestion !== undefined && { suggestion }),
    };
  }
}

/** Stores problems of rows, in the transaction of their batch. */
export async function keepProblems(
  trx: Kysely<Database>,
  ids: { readonly importId: string; readonly jobId: string },
  rows: readonly {
    readonly row: number;
    readonly problems: readonly StoredProblem[];
    readonly cells: readonly string[];
  }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_problem (import_id, job_id, row_no, problems, cells)
    select ${ids.importId}::uuid, ${ids.jobId}::uuid, p.row, p.problems, p.cells
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(row bigint, problems jsonb, cells jsonb)`.execute(trx);
}
