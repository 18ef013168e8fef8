import type pg from 'pg';

/** A column that may hold text, a date or bytes. */
export interface Column {
  /** Qualified with the schema unless it is `public`. */
  readonly table: string;
  readonly column: string;
  readonly tag: 'personal' | 'personal copy' | null;
}

/**
 * Every column of the database that could hold personal data, except generated columns, which change with their
 * sources.
 */
export async function readColumns(pool: pg.Pool): Promise<readonly Column[]> {
  const { rows } = await pool.query<Column>(`
    select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as "table", a.attname as "column",
      substring(col_description(c.oid, a.attnum) from '\\{(personal|personal copy)\\}$') as tag
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      -- Numbers, booleans, enums and ids alone are not personal; nor are instants, unless they are tagged.
      and ((coalesce(e.typcategory, t.typcategory) not in ('N', 'B', 'E', 'T') and coalesce(e.typname, t.typname) not in ('uuid', 'timestamptz', 'timestamp'))
        or col_description(c.oid, a.attnum) ~ '\\{personal')
    order by 1, a.attnum`);
  return rows;
}
