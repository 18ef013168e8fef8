import type { ClientBase } from 'pg';

/**
 * Fills tables without their indexes and constraints on other rows, except primary keys: building an index once is
 * faster than adding each row to it, and so is checking all rows at once.
 */
export async function withoutIndexes(
  client: ClientBase,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where conrelid = any ($1::regclass[]) and contype in ('u', 'f')
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  await fill();
  for (const { restore } of rows) await client.query(restore);
}
