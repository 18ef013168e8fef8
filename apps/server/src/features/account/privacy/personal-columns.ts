import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

/**
 * Columns that are tagged as personal (decision 0128), by table: those of `account`, and of tables with a column `account_id`.
 * @param without `table.column` of others
 */
export async function personalColumns(
  db: Kysely<Database>,
  without: readonly string[] = [],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", p.attname as "column"
    from pg_attribute p join pg_class c on c.oid = p.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and p.attnum > 0 and not p.attisdropped
      and col_description(c.oid, p.attnum) like '%{personal}' and c.relname || '.' || p.attname <> all(${without}::text[])
      and (c.relname = 'account' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))
    order by 1, p.attnum`.execute(db);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map([...tables].map(([table, columns]) => [table, columns.map(({ column }) => column)]));
}
