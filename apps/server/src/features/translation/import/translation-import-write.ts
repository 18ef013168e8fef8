import { sql } from 'kysely';
import { actorOf } from '../../../audit/record-audit.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';

/** A text before an import changes it. */
export interface FoundText {
  readonly id: string;
  readonly clientId: string;
  readonly key: string;
  readonly locale: string;
  readonly value: string | null;
  readonly source: string;
  readonly shippedValue: string | null;
  readonly isRetired: boolean;
}

/** A validated change of a text. */
export interface TextChange {
  readonly id: string;
  readonly isSource: boolean;
  readonly text: FoundText;
  readonly value: string | null;
}

/** The client of texts for which a file names none; null if there are several clients. */
export async function onlyClient({ db }: EffectContext): Promise<string | null> {
  const rows = await db.selectFrom('translation_client').select('client_id').limit(2).execute();
  return rows.length === 1 ? (rows[0]?.client_id ?? null) : null;
}

/** Key by which texts are found. */
export const textKey = (clientId: string, key: string): string => `${clientId}\n${key}`;

/**
 * Returns the texts of some keys in all languages, locked until the transaction ends: by client and key, then by
 * locale.
 */
export async function findTexts(
  { db }: EffectContext,
  named: readonly { readonly clientId: string; readonly key: string }[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, FoundText>>> {
  const { rows } = await sql<FoundText>`
    select m.id::text as id, m.client_id as "clientId", m.key, m.locale, m.value, k.source_value as source, m.shipped_value as "shippedValue",
      m.is_retired as "isRetired"
    from translation_message m join translation_key k on k.client_id = m.client_id and k.key = m.key
    where (m.client_id, m.key) in (select * from unnest(${named.map(({ clientId }) => clientId)}::text[], ${named.map(({ key }) => key)}::text[]))
    order by m.id for no key update of m`.execute(db);
  const found = new Map<string, Map<string, FoundText>>();
  for (const text of rows) {
    const at = textKey(text.clientId, text.key);
    found.set(at, (found.get(at) ?? new Map<string, FoundText>()).set(text.locale, text));
  }
  return found;
}

/** Writes validated texts, each with the same audit event as an edit in the form. */
export async function writeTexts(context: EffectContext, changes: readonly TextChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { db, caller, requestId } = context;
  const [sub, name, email, roles] = actorOf(caller);
  const rows = changes.map(({ id, text, value }) => ({ id, before: text.value, value }));
  await sql`
    with given as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, before text, value text)),
    changed as (
      update translation_message m set value = x.value, problems = null, version = m.version + 1, updated_at = now(), updated_by = ${caller.sub},
        source_value = case when x.value is not null then case m.locale when 'en-US' then x.value else k.source_value end end,
        base_value = case when x.value is distinct from m.shipped_value then m.shipped_value end
      from given x, translation_key k
      where m.id = x.id and k.client_id = m.client_id and k.key = m.key
      returning m.id, m.client_id, m.locale, m.key, x.before, x.value
    ), filled as (
      delete from translation_missing r using changed c
      where c.value is not null and r.client_id = c.client_id and r.locale = c.locale and r.key = c.key)
    select record_audit(${sub}, ${name}, ${email}, ${roles}::text[], ${requestId}, 'translation.update', 'translation', c.id::text, 'DONE', null,
      jsonb_build_object('value', jsonb_build_array(c.before, c.value)), null)
    from changed c`.execute(db);
}
