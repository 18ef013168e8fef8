import { AppError, type FieldProblem, SOURCE_LOCALE, translationValue } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, problemsOf } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { problemsOfText, recheckMessages } from '../../texts/recheck-messages.ts';
import { type LockedTranslation, lockTranslation } from './translation-record.ts';

/**
 * Writes the text of a key in a language; null or blank removes it. Writing the same text confirms it, if it is stale
 * or the product has shipped another one.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition` for a retired key, `field.invalid`
 */
export async function saveTranslation(context: EffectContext, expected: Expected, text: string | null): Promise<void> {
  const current = await lockTranslation(context, expected);
  refuseRetired(current);
  const value = text === null || text.trim() === '' ? null : text;
  const problems = await problemsOfValue(current, value);
  if (problems.length > 0) throw fieldsInvalid({ value: problems });
  await writeValue(context, current, value, 'translation.update');
}

/**
 * Restores the shipped text in place of an edited one.
 * @throws AppError as `saveTranslation`
 */
export async function restoreShipped(context: EffectContext, expected: Expected): Promise<void> {
  const current = await lockTranslation(context, expected);
  refuseRetired(current);
  const problems = await problemsOfValue(current, current.shippedValue);
  if (problems.length > 0) throw fieldsInvalid({ value: problems });
  await writeValue(context, current, current.shippedValue, 'translation.restore');
}

function refuseRetired({ state }: LockedTranslation): void {
  if (state !== 'RETIRED') return;
  throw new AppError('state.invalid-transition', {
    message: 'The product no longer uses this key.',
    details: { from: state, to: 'TRANSLATED' },
  });
}

/** Returns the problems of a text for a key. */
export async function problemsOfValue(
  { locale, source, shippedValue }: Pick<LockedTranslation, 'locale' | 'source' | 'shippedValue'>,
  value: string | null,
): Promise<readonly FieldProblem[]> {
  const isSource = locale === SOURCE_LOCALE;
  if (value === null) return isSource ? [{ rule: 'required' }] : [];
  const parsed = translationValue.safeParse(value);
  if (!parsed.success) return problemsOf(parsed.error.issues, value)[''] ?? [];
  return (await problemsOfText(value, locale, isSource ? shippedValue : source)) ?? [];
}

/** Writes a validated text. An unchanged text leaves no trace. Returns whether anything changed. */
export async function writeValue(
  context: EffectContext,
  current: LockedTranslation,
  value: string | null,
  action: 'translation.update' | 'translation.restore',
): Promise<boolean> {
  const isSame = value === current.value;
  const isSettled = value === null || (current.state === 'TRANSLATED' && !current.isOvertaken);
  if (isSame && isSettled) return false;
  const { caller, db } = context;
  const { id, clientId, locale, key } = current;
  const isSource = locale === SOURCE_LOCALE;
  await sql`
    update translation_message m set value = x.value, problems = null, version = m.version + 1, updated_at = now(), updated_by = ${caller.sub},
      source_value = case when x.value is not null then case when ${isSource} then x.value else k.source_value end end,
      base_value = case when x.value is distinct from m.shipped_value then m.shipped_value end
    from (select ${value}::text as value) x, translation_key k
    where m.id = ${id} and k.client_id = m.client_id and k.key = m.key`.execute(db);
  if (isSource && !isSame) await recheckMessages(db, clientId, [key]);
  if (value !== null)
    await sql`delete from translation_missing where client_id = ${clientId} and locale = ${locale} and key = ${key}`.execute(
      db,
    );
  await recordAudit(context, {
    action: isSame ? 'translation.accept' : action,
    entityType: 'translation',
    entityId: id,
    outcome: 'DONE',
    changes: changesOf(current, value),
  });
  return true;
}

/** Changes for the audit trail: another text, or confirmation of the same one. */
function changesOf(current: LockedTranslation, value: string | null): AuditChanges {
  if (value !== current.value) return { value: [current.value, value] };
  if (current.translatedFrom !== current.source) return { translatedFrom: [current.translatedFrom, current.source] };
  return { editedFrom: [current.editedFrom, current.shippedValue] };
}
