import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ImportDefinition, ImportSettings, RowProblem } from './import-definition.ts';
import { identifiersOf, isBareIdentifier } from './read-row.ts';
import type { TableRow } from './table-row.ts';
import { withoutCardNumbers } from './values/card-numbers.ts';

const VALUE_MAX = 60;

/** A problem with a cell, as stored and displayed. */
export interface StoredProblem {
  /** Heading; null for problems of the whole row or of a field without a column. */
  readonly column: string | null;
  readonly field: string | null;
  /** Shortened content of the cell; null without a cell. */
  readonly value: string | null;
  readonly rule: string;
  readonly params?: Readonly<Record<string, string | number>>;
  /** A cell that would be read instead. */
  readonly suggestion?: string;
}

/** The same problem of the same value in one column. */
export interface Mistake extends StoredProblem {
  readonly rows: number;
  readonly firstRow: number;
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

  /** A row as it may be stored: without numbers of payment cards. */
  safe({ number, cells }: TableRow): TableRow {
    return { number, cells: cells.map((cell, index) => this.#safeCell(cell, this.#mapping[index] ?? null)) };
  }

  #safeCell(cell: string, key: string | null): string {
    return isBareIdentifier(key, cell, this.#identifiers) ? cell : withoutCardNumbers(cell);
  }

  /** Adds heading and cell content to a problem. */
  place({ field, rule, params, suggestion }: RowProblem, row: TableRow | undefined): StoredProblem {
    const index = field === null ? -1 : this.#mapping.indexOf(field);
    const cell =
      index < 0
        ? null
        : this.#mask(this.#safeCell(row?.cells[index] ?? '', field))
            .toWellFormed()
            .replaceAll('\0', '\ufffd');
    const value = cell !== null && cell.length > VALUE_MAX ? `${cell.slice(0, VALUE_MAX - 1).toWellFormed()}…` : cell;
    return {
      column: this.#headers[index] ?? null,
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
  rows: readonly { readonly row: number; readonly problems: readonly StoredProblem[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into import_problem (import_id, job_id, row_no, problems)
    select ${ids.importId}::uuid, ${ids.jobId}::uuid, p.row, p.problems
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p(row bigint, problems jsonb)`.execute(trx);
}

/** The first refused rows of a job. */
export async function firstProblems(
  db: Kysely<Database>,
  jobId: string,
  max: number,
): Promise<readonly { readonly row: number; readonly problems: readonly StoredProblem[] }[]> {
  const { rows } = await sql<{ row: string | number; problems: readonly StoredProblem[] }>`
    select row_no as row, problems from import_problem where job_id = ${jobId} order by row_no limit ${max}`.execute(
    db,
  );
  return rows.map(({ row, problems }) => ({ row: Number(row), problems }));
}

/** The problems of a job by column, value and rule, the most frequent first. */
export async function mistakesOf(db: Kysely<Database>, jobId: string, max: number): Promise<readonly Mistake[]> {
  const { rows } = await sql<{ problem: StoredProblem; rows: string | number; first: string | number }>`
    select p.problem, count(*) as rows, min(row_no) as first
    from import_problem, jsonb_array_elements(problems) as p(problem) where job_id = ${jobId}
    group by p.problem order by 2 desc, 3 limit ${max}`.execute(db);
  return rows.map(({ problem, rows: count, first }) => ({ ...problem, rows: Number(count), firstRow: Number(first) }));
}
