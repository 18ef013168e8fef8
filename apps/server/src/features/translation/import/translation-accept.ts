import { AppError } from '@backcounter/domain';
import { CompiledQuery } from 'kysely';
import { actorOf } from '../../../audit/record-audit.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { freezeSelection, type SelectionInput, selectionConditions } from '../../../listing/selection.ts';
import { translationList } from '../translation.list.ts';
import { holdClient } from '../translation-record.ts';

/** Result of accepting texts. */
interface AcceptedTranslations {
  readonly accepted: number;
  /** Selected texts that are neither stale nor outdated by a shipped text, or that are invalid. */
  readonly skipped: number;
}

/**
 * Confirms stale texts for the current English text, and keeps edited texts although the product ships others. Each
 * gets an audit event.
 * @throws AppError `field.invalid` for a malformed selection, `filter.invalid`, `record.not-found` for the language
 */
export async function acceptTranslations(
  context: RequestContext,
  input: SelectionInput,
): Promise<AcceptedTranslations> {
  const frozen = await freezeSelection(translationList, context, input);
  const { caller, db, requestId } = context;
  const languageId = (frozen.filter['language'] as { readonly in?: readonly string[] } | undefined)?.in?.[0];
  const found = await db
    .selectFrom('translation_language')
    .select('client_id')
    .where('id', '=', languageId ?? null)
    .executeTakeFirst();
  if (found === undefined) throw new AppError('record.not-found', { message: 'Language not found.' });
  await holdClient(context, found.client_id);
  const values = new SqlValues();
  const conditions = selectionConditions(translationList, frozen, 'r.created_at', caller, values);
  const [actor, ...person] = actorOf(caller).map((each) => values.add(each));
  const { rows } = await db.executeQuery<AcceptedTranslations>(
    CompiledQuery.raw(
      `with picked as materialized (
         select r.id from ${translationList.from} where ${conditions.join(' and ')} order by r.id
       ), doubtful as materialized (
         select r.id, r.client_id, r.key, r.source_value, r.base_value from translation_message r
         where r.id in (select id from picked) and (r.state = 'STALE' or (r.state = 'TRANSLATED' and r.is_overtaken))
         order by r.id for no key update
       ), accepted as (
         update translation_message m set source_value = k.source_value, base_value = m.shipped_value, version = m.version + 1,
           updated_at = now(), updated_by = ${actor}
         from doubtful d join translation_key k on k.client_id = d.client_id and k.key = d.key
         where m.id = d.id
         returning m.id, case when d.source_value <> k.source_value
           then jsonb_build_object('translatedFrom', jsonb_build_array(d.source_value, k.source_value))
           else jsonb_build_object('editedFrom', jsonb_build_array(d.base_value, m.base_value)) end as changes
       ), trail as (
         select record_audit(${actor}, ${person.join(', ')}::text[], ${values.add(requestId)}, 'translation.accept', 'translation', id::text,
           'DONE', null, changes, null)
         from accepted
       )
       select (select count(*)::int from trail) as accepted,
         (select count(*)::int from picked) - (select count(*)::int from accepted) as skipped`,
      values.list,
    ),
  );
  return rows[0] ?? { accepted: 0, skipped: 0 };
}
