import { sql } from 'kysely';
import { isRefusedValue } from '../db/database-error.ts';
import { violatedConstraint } from '../graphql/constraint-violation.ts';
import type { PictureContext } from '../graphql/request-context.ts';
import type { ImportDefinition, ImportRow, RowOutcome, WriteOptions } from './import-definition.ts';

/** Another transaction may create a record between look-up and writing; the next attempt finds it. */
const ATTEMPTS = 3;

/**
 * Writes rows; one that only the database refuses never fails the others. It is found by halving: a row alone is tried
 * again and then refused with the rule that it breaks.
 */
export async function writeTolerantly(
  context: PictureContext,
  definition: Pick<ImportDefinition, 'problemsOf' | 'write'>,
  rows: readonly ImportRow[],
  options: WriteOptions,
  attempt = 1,
): Promise<RowOutcome[]> {
  if (rows.length === 0) return [];
  await sql`savepoint import_rows`.execute(context.db);
  try {
    const outcomes = await definition.write(context, rows, options);
    await sql`release savepoint import_rows`.execute(context.db);
    return outcomes;
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    await sql`rollback to savepoint import_rows`.execute(context.db);
    if (rows.length === 1 && attempt === ATTEMPTS) {
      const rule = violatedConstraint(error)?.name ?? error.code;
      return [definition.problemsOf?.(error) ?? [{ field: null, rule: 'not-stored', params: { rule } }]];
    }
  }
  if (rows.length === 1) return writeTolerantly(context, definition, rows, options, attempt + 1);
  const middle = Math.ceil(rows.length / 2);
  const first = await writeTolerantly(context, definition, rows.slice(0, middle), options);
  return [...first, ...(await writeTolerantly(context, definition, rows.slice(middle), options))];
}
