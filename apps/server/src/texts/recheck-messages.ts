import { SOURCE_LOCALE } from '@backcounter/domain';
import type { MessageProblem } from '@backcounter/i18n/check';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';

/**
 * The problems of a text in a locale, as stored in the database; null if there are none. `like` is the text whose
 * placeholders it must match: the English text, for English the shipped one, or null.
 */
export async function problemsOfText(
  text: string,
  locale: string,
  like: string | null,
): Promise<readonly MessageProblem[] | null> {
  // Imported on demand, so that processes that write no texts never load the parser.
  const { checkMessage } = await import('@backcounter/i18n/check');
  const problems = checkMessage(text, { locale, source: like });
  return problems.length === 0 ? null : problems;
}

/** Checks the texts of some keys again in every language, in the transaction that changed their English texts. */
export async function recheckMessages(db: Kysely<Database>, clientId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { rows } = await sql<{ id: string; locale: string; value: string; like: string | null; problems: unknown }>`
    select m.id, m.locale, m.value, m.problems, case m.locale when ${SOURCE_LOCALE} then m.shipped_value else k.source_value end as like
    from translation_message m join translation_key k using (client_id, key)
    where m.client_id = ${clientId} and m.key = any(${keys}) and m.value is not null`.execute(db);
  const changed: { id: string; problems: readonly MessageProblem[] | null }[] = [];
  for (const { id, locale, value, like, problems } of rows) {
    const found = await problemsOfText(value, locale, like);
    if (JSON.stringify(found) !== JSON.stringify(problems)) changed.push({ id, problems: found });
  }
  if (changed.length === 0) return;
  await sql`update translation_message m set problems = nullif(x.problems, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x(id uuid, problems jsonb) where m.id = x.id`.execute(
    db,
  );
}
