import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type pg from 'pg';

/** Values to search for, by the name used in findings. */
export type Wanted = Readonly<Record<string, string>>;

/** Finds values in tables of all schemas, including bytes: `table.column: name of the value`, sorted. */
export async function findInTables(pool: pg.Pool, wanted: Wanted): Promise<string[]> {
  const { rows: tables } = await pool.query<{ table: string }>(`
    select c.oid::regclass::text as "table" from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`);
  const found = tables.map(
    ({ table }) => `
    select distinct '${table}.' || f.name || ': ' || w.name as place
    from ${table} t, jsonb_each_text(to_jsonb(t)) as f (name, text), unnest($1::text[], $2::text[]) as w (name, value)
    where strpos(lower(f.text), lower(w.value)) > 0 or strpos(f.text, encode(convert_to(w.value, 'UTF8'), 'hex')) > 0`,
  );
  const { rows } = await pool.query<{ place: string }>(`${found.join(' union ')} order by 1`, [
    Object.keys(wanted),
    Object.values(wanted),
  ]);
  return rows.map(({ place }) => place);
}

/** Finds values in file names and contents of a folder, including archives: `file: name of the value`, sorted. */
export async function findInFiles(folder: string, wanted: Wanted): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const found = files.map(async (file) => {
    const name = path.relative(folder, file);
    return findInText(name, `${name}\n${textOf(await readFile(file))}`, wanted);
  });
  return (await Promise.all(found)).flat().sort();
}

/** Finds values in a text, ignoring case: `name of the text: name of the value`. */
export function findInText(name: string, text: string, wanted: Wanted): string[] {
  const small = text.toLowerCase();
  return Object.entries(wanted).flatMap(([of, value]) => (small.includes(value.toLowerCase()) ? `${name}: ${of}` : []));
}

function textOf(content: Buffer): string {
  if (!content.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) return content.toString('utf8');
  return Object.values(unzipSync(content))
    .map((part) => Buffer.from(part).toString('utf8'))
    .join('\n');
}
