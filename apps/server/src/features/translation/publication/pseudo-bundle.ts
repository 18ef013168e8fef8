import { AppError, SOURCE_LOCALE } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import { pseudoFile } from '../../../texts/pseudo-texts.ts';
import type { BundleRow } from './publication.graphql.ts';

/**
 * Creates a file of a pseudo-locale from the current English texts. The CDN serves it like any other file, but no list
 * of languages includes it.
 * @throws AppError `field.invalid` for another locale, `record.not-found` for the client
 */
export async function generatePseudo(context: EffectContext, clientId: string, locale: string): Promise<BundleRow> {
  const { db } = context;
  const { rows: english } = await sql<{ key: string; value: string }>`
    select key, value from translation_message
    where client_id = ${clientId} and locale = ${SOURCE_LOCALE} and state = 'TRANSLATED'`.execute(db);
  if (english.length === 0) throw new AppError('record.not-found', { message: 'Client not found.' });
  const content = await pseudoFile(locale, english);
  if (content === null) throw fieldsInvalid({ locale: [{ rule: 'unknown' }] });
  const [language = '', country = ''] = locale.split('-');
  const { rows } = await sql<BundleRow & { isNew: boolean }>`
    with file as (select ${content}::text as content, sha256(convert_to(${content}::text, 'UTF8')) as sha256),
    made as (
      insert into translation_bundle (client_id, language, country_code, sha256, file_path, content)
      select ${clientId}, ${language}, ${country}, f.sha256,
        'i18n/' || ${clientId}::text || '/' || ${locale}::text || '.' || left(encode(f.sha256, 'hex'), 16) || '.json', f.content from file f
      on conflict (client_id, language, country_code, sha256) do nothing returning *
    ), found as (
      select b.*, true as is_new from made b
      union all select b.*, false from translation_bundle b join file f using (sha256)
        where b.client_id = ${clientId} and b.language = ${language} and b.country_code = ${country}
    )
    select encode(sha256, 'hex') as sha256, file_path as "filePath", created_at as "createdAt", ${english.length}::int as messages, is_new as "isNew"
    from found limit 1`.execute(db);
  const [row] = rows;
  // The same file was created concurrently: this mutation rolls back, and a retry finds the file.
  if (row === undefined) throw new AppError('idempotency.in-flight', { details: { retryAfterSeconds: 1 } });
  const { isNew, ...bundle } = row;
  if (isNew) {
    await recordAudit(context, {
      action: 'translation.generate-pseudo',
      entityType: null,
      entityId: null,
      outcome: 'DONE',
      changes: { clientId: [null, clientId], locale: [null, locale] },
    });
  }
  return bundle;
}
