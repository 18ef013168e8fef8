import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { JobRun } from '../jobs/job-definition.ts';
import { csvLine } from '../jobs/result/csv.ts';
import type { TableRow } from './csv-rows.ts';
import type { StoredProblem } from './import-problems.ts';
import { ruleMessage } from './rule-messages.ts';

/** Heading of the problem column. A file that contains it can be imported unchanged. */
const REASON_HEADER = 'import_problem';
const PAGE = 1_000;

/** The file's own headings, without a problem column and anything after it. */
export function ownHeaders(headers: readonly string[]): readonly string[] {
  const reasonAt = headers.indexOf(REASON_HEADER);
  return reasonAt < 0 ? headers : headers.slice(0, reasonAt);
}

/** Writes a job's refused rows with their problems as CSV, if there are any. */
export async function writeFailedRows(
  run: JobRun,
  headers: readonly string[],
  source: AsyncGenerator<TableRow>,
): Promise<void> {
  const refused = refusedRows(run.db, run.id);
  let next = await refused.next();
  if (next.done === true) return;
  const own = ownHeaders(headers);
  let rows = 0;
  async function* content(): AsyncGenerator<string> {
    // Byte order mark by which spreadsheets recognise UTF-8.
    yield `\ufeff${csvLine([...own, REASON_HEADER])}`;
    for await (const { number, cells } of source) {
      if (next.done === true) return;
      if (next.value.row !== number) continue;
      const values = own.map((_header, index) => cells[index] ?? '');
      // Cells beyond the headings are kept, so the row is refused until they are removed.
      const beyond = cells.slice(own.length < headers.length ? own.length + 1 : own.length);
      yield csvLine([...values, next.value.problems.map(problemWords).join('; '), ...beyond]);
      rows += 1;
      next = await refused.next();
    }
  }
  await run.writeResult({ ending: 'csv', content: content(), rows: () => rows });
}

function problemWords({ column, rule, params }: StoredProblem): string {
  const message = ruleMessage(rule, params);
  return column === null ? message : `${column}: ${message}`;
}

interface Refused {
  readonly row: number;
  readonly problems: readonly StoredProblem[];
}

async function* refusedRows(db: Kysely<Database>, jobId: string): AsyncGenerator<Refused> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<{ row: string | number; problems: readonly StoredProblem[] }>`
      select row_no as row, problems from import_problem where job_id = ${jobId} and row_no > ${after} order by row_no limit ${PAGE}
    `.execute(db);
    for (const { row, problems } of rows) {
      after = Number(row);
      yield { row: after, problems };
    }
    if (rows.length < PAGE) return;
  }
}
