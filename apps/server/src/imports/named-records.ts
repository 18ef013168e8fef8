import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/** SQL condition that a record `r` has a code or, where no record has that code, a name in any language. */
export function isNamed(table: string, text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(r.code = ${text} or exists (select from jsonb_each_text(r.name_i18n) n where lower(n.value) = lower(${text}))
    and not exists (select from ${sql.table(table)} k where k.code = ${text}))`;
}

/** Reads countries by code, or by their unique name in any language. Other texts are returned as they are. */
export async function countryCodesOf(
  db: Kysely<Database>,
  texts: readonly unknown[],
): Promise<(text: string) => string> {
  const names = new Set(texts.filter((text) => typeof text === 'string' && text.length > 2));
  if (names.size === 0) return (text) => text.toUpperCase();
  const { rows } = await sql<{ text: string; code: string }>`
    select t.text, min(r.code::text) as code from unnest(${[...names]}::text[]) t (text)
    join country r on ${isNamed('country', sql`t.text`)} group by t.text having count(*) = 1`.execute(db);
  const codes = new Map(rows.map(({ text, code }) => [text, code]));
  return (text) => codes.get(text) ?? text.toUpperCase();
}
