import { AppError, type FieldProblems, translationLanguageName, translationLocale } from '@backcounter/domain';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid, problemsOf } from '../../../crud/field-input.ts';
import type { Expected } from '../../../crud/read-record.ts';
import { violatedConstraint } from '../../../graphql/constraint-violation.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { isKnownLocale, nameOfLanguage } from '../../../texts/language-facts.ts';
import { holdClient } from '../translation-record.ts';
import { lockLanguage } from './translation-language.ts';

/** Input for a new language. */
export interface NewLanguage {
  readonly clientId: string;
  readonly locale: string;
  /** Null: the name in the language itself, from CLDR. */
  readonly name: string | null;
}

/**
 * Adds a language without texts, and returns its id. Readers do not see it before it is published.
 * @throws AppError `record.not-found` for the client, `field.invalid`
 */
export async function addLanguage(context: EffectContext, { clientId, locale, name }: NewLanguage): Promise<string> {
  const tag = parse('locale', translationLocale, locale.trim());
  if (!isKnownLocale(tag)) throw fieldsInvalid({ locale: [{ rule: 'unknown' }] });
  const { db, caller } = context;
  await holdClient(context, clientId);
  const { rows: present } = await sql<{ locale: string }>`
    select coalesce(l.locale, '') as locale from translation_client c left join translation_language l using (client_id)
    where c.client_id = ${clientId}`.execute(db);
  if (present.length === 0) throw new AppError('record.not-found', { message: 'Client not found.' });
  const [language = '', country = ''] = tag.split('-');
  const isAlone = !present.some((other) => other.locale.startsWith(`${language}-`));
  const chosen = parse('name', translationLanguageName, name?.trim() || nameOfLanguage(tag, isAlone));
  const id = await written(async () => {
    const { rows } = await sql<{ id: string }>`
      insert into translation_language (client_id, language, country_code, name, created_by, updated_by)
      values (${clientId}, ${language}, ${country}, ${chosen}, ${caller.sub}, ${caller.sub}) returning id::text as id`.execute(
      db,
    );
    return rows[0]?.id ?? '';
  });
  await recordAudit(context, {
    action: 'translation-language.create',
    entityType: 'translation-language',
    entityId: id,
    outcome: 'DONE',
    changes: { locale: [null, tag], name: [null, chosen] },
  });
  return id;
}

/**
 * Renames a language; readers see the new name with the next publication.
 * @throws AppError `record.not-found`, `record.conflict`, `field.invalid`
 */
export async function renameLanguage(context: EffectContext, expected: Expected, name: string): Promise<void> {
  const chosen = parse('name', translationLanguageName, name);
  const current = await lockLanguage(context, expected);
  if (chosen === current.name) return;
  await sql`update translation_language set name = ${chosen}, version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  await recordAudit(context, {
    action: 'translation-language.update',
    entityType: 'translation-language',
    entityId: current.id,
    outcome: 'DONE',
    changes: { name: [current.name, chosen] },
  });
}

/** Validates a value. @throws AppError `field.invalid` under the field's name */
export function parse<Value>(field: string, rule: z.ZodType<Value>, value: unknown): Value {
  const parsed = rule.safeParse(value);
  if (parsed.success) return parsed.data;
  const found: FieldProblems = problemsOf(parsed.error.issues, value);
  throw fieldsInvalid({ [field]: found[''] ?? [{ rule: 'invalid' }] });
}

async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const name = violatedConstraint(error)?.name;
    if (name === 'translation_language_locale') throw fieldsInvalid({ locale: [{ rule: 'duplicate' }] });
    if (name === 'translation_client_languages') throw fieldsInvalid({ locale: [{ rule: 'too-many' }] });
    throw error;
  }
}
