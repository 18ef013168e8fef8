import type pg from 'pg';

/** A digest of the rows of each table, to show that nothing was written. */
export async function tableDigests(pool: pg.Pool): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select coalesce(md5(string_agg(t::text, e'\\n' order by t::text collate "C")), '') as digest from ${name} as t`,
    );
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
