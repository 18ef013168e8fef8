import { type RawBuilder, sql } from 'kysely';

/** SQL condition that a record `r` has a code or, where no record has that code, a name in any language. */
export function isNamed(table: string, text: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(r.code = ${text} or exists (select from jsonb_each_text(r.name_i18n) n where lower(n.value) = lower(${text}))
    and not exists (select from ${sql.table(table)} k where k.code = ${text}))`;
}
