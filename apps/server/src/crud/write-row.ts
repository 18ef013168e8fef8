import { sql } from 'kysely';
import type { AuditChanges } from '../audit/record-audit.ts';
import type { EffectContext } from '../graphql/request-context.ts';

type Columns = Readonly<Record<string, unknown>>;

/** Inserts a row created by the caller. Returns its id. */
export async function insertRow({ db, caller }: EffectContext, table: string, columns: Columns): Promise<string> {
  const all = { ...columns, created_by: caller.sub, updated_by: caller.sub };
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(all))}) returning id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`No row was written to ${table}.`);
  return row.id;
}

/** Writes columns of a locked row as its next version, changed by the caller. */
export async function updateRow(
  { db, caller }: EffectContext,
  table: string,
  id: string,
  columns: Columns,
): Promise<void> {
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await sql`
    update ${sql.table(table)}
    set ${sql.join(sets, sql``)} version = version + 1, updated_at = now(), updated_by = ${caller.sub}
    where id = ${id}`.execute(db);
}

/** The entered values of a new record for the audit trail. */
export function enteredChanges(values: object): AuditChanges {
  const entered = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(entered.map(([field, value]) => [field, [null, value] as const]));
}
