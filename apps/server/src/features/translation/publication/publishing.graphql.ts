import { AppError, SOURCE_LOCALE } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  recordPayload,
} from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { pseudoFile } from '../../../texts/pseudo-texts.ts';
import type { TranslationLanguageRef } from '../language/translation-language.graphql.ts';
import { readLanguage } from '../language/translation-language.ts';
import type { BundleRow, PublicationTypes } from './publication.graphql.ts';
import { publish, readPublication, rollBack, withdraw } from './publication.ts';
import {
  type Diff,
  type DiffItem,
  diffItems,
  diffOfPresent,
  diffOfRollBack,
  type InvalidText,
  type TranslationChange,
} from './publication-diff.ts';

const ITEMS_DEFAULT = 100;

/** Publish, roll back and withdraw, with a preview of each. */
export function addPublishing(
  builder: Builder,
  { publication, bundle }: PublicationTypes,
  language: TranslationLanguageRef,
): void {
  const diff = addDiff(builder);
  addMutation(builder, 'generatePseudoTranslations', {
    description: 'Creates a file of en-XA or ar-XB from the current English texts; no list of languages includes it.',
    extensions: needs('translation.write'),
    input: (t) => ({
      clientId: t.string({ required: true, description: 'Id of the client.' }),
      locale: t.string({ required: true, description: '`en-XA` or `ar-XB`.' }),
    }),
    resolve: async ({ clientId, locale }, context) => ({ file: await generatePseudo(context, clientId, locale) }),
    payload: (t) => ({ translationBundle: t.expose('file', { type: bundle, description: 'The file.' }) }),
  });
  builder.queryField('translationDiff', (t) =>
    t.field({
      type: diff,
      description: 'Preview of the changes for readers if the current texts are published.',
      extensions: needs('translation.read'),
      args: { languageId: t.arg.id({ required: true, description: 'Id of the language.' }) },
      resolve: (_root, { languageId }, context) => diffOfPresent(context, languageId),
    }),
  );
  builder.queryField('translationRollBackDiff', (t) =>
    t.field({
      type: diff,
      description: 'Preview of the changes for readers after a rollback to a publication.',
      extensions: needs('translation.read'),
      args: { publicationId: t.arg.id({ required: true, description: 'Id of the publication.' }) },
      resolve: (_root, { publicationId }, context) => diffOfRollBack(context, publicationId),
    }),
  );
  const payload = recordPayload('translationPublication', publication, readPublication);
  addMutation(builder, 'publishTranslations', {
    description: 'Publishes the current texts; unchanged texts are not published again.',
    extensions: needs('translation.publish'),
    input: (t) => ({
      languageId: t.id({ required: true, description: 'Id of the language.' }),
      expectedSha256: t.string({
        required: true,
        description: '`sha256` of the reviewed preview; refused if the texts have changed since.',
      }),
      note: t.string({ description: 'Summary of the changes, for colleagues.' }),
    }),
    resolve: async ({ languageId, expectedSha256, note }, context) => ({
      id: await publish(context, { id: languageId, sha256: expectedSha256, note: note ?? null }),
    }),
    payload,
  });
  addMutation(builder, 'rollBackTranslations', {
    description: 'Publishes an earlier file again.',
    extensions: needs('translation.publish'),
    input: (t) => ({
      publicationId: t.id({ required: true, description: 'Id of the publication whose file it is.' }),
      expectedCurrentId: t.id({ description: 'The publication that was shown as the current one; null: none.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ publicationId, expectedCurrentId, reason }, context) => ({
      id: await rollBack(context, { id: publicationId, currentId: expectedCurrentId ?? null, reason }),
    }),
    payload,
  });
  addChange(builder, 'withdrawTranslationLanguage', {
    description: 'Withdraws a language; its readers see English.',
    extensions: needs('translation.publish'),
    input: (t) => ({ ...expectedRecord(t, 'language'), reason: auditReason(t, true) }),
    change: ({ reason, ...expected }, context) => withdraw(context, expected, reason),
    payload: recordPayload('translationLanguage', language, readLanguage),
  });
}

const CHANGES: Readonly<Record<TranslationChange, string>> = {
  ADDED: 'The key has no published text yet.',
  CHANGED: 'The published text differs.',
  REMOVED: 'The text is removed; readers see English.',
};

function addDiff(builder: Builder) {
  const change = addEnum(builder, 'TranslationChange', 'Effects of a publication on a key.', CHANGES);
  const item = builder.objectRef<DiffItem>('TranslationDiffItem').implement({
    description: 'Change of one key.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key.' }),
      change: t.expose('change', { type: change, description: 'Effect on the key.' }),
      before: t.exposeString('before', orNull('Text before; null: none.')),
      after: t.exposeString('after', orNull('Text after; null: none.')),
    }),
  });
  const invalid = builder.objectRef<InvalidText>('InvalidTranslation').implement({
    description: 'An invalid text.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the text.' }),
      key: t.exposeString('key', { description: 'Its key.' }),
    }),
  });
  return builder.objectRef<Diff>('TranslationDiff').implement({
    description: 'Preview of a publication for readers of a language.',
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'SHA-256 of the new file, in hex.' }),
      isSame: t.boolean({
        description: 'Whether it is the current file.',
        resolve: ({ added, changed, removed, currentBundleId }) =>
          currentBundleId !== null && added + changed + removed === 0,
      }),
      added: t.exposeInt('added', { description: 'Number of keys added.' }),
      changed: t.exposeInt('changed', { description: 'Number of keys changed.' }),
      removed: t.exposeInt('removed', { description: 'Number of keys removed, which readers would see in English.' }),
      unchanged: t.exposeInt('unchanged', { description: 'Number of keys with an unchanged text.' }),
      messages: t.exposeInt('messages', { description: 'Number of texts in the file.' }),
      missing: t.exposeInt('missing', { description: 'Number of keys in use that are not in the file.' }),
      stale: t.exposeInt('stale', { description: 'Number of stale texts in the file.' }),
      invalidCount: t.exposeInt('invalidCount', {
        description: 'Number of invalid texts; with any, publishing is refused.',
      }),
      invalid: t.expose('invalid', { type: [invalid], description: 'The first hundred invalid texts.' }),
      items: t.field({
        type: [item],
        description: 'Changes by key, at most 500 per request.',
        args: {
          first: t.arg.int({ defaultValue: ITEMS_DEFAULT, description: 'How many.' }),
          after: t.arg.string({ description: 'The last key of the previous page.' }),
          change: t.arg({ type: change, description: 'Only changes of this kind.' }),
        },
        resolve: (diff, { first, after, change: only }, context) =>
          diffItems(context, diff, { first: first ?? ITEMS_DEFAULT, after: after ?? null, change: only ?? null }),
      }),
    }),
  });
}

/**
 * Creates a file of a pseudo-locale from the current English texts. The CDN serves it like any other file, but no list
 * of languages includes it.
 * @throws AppError `field.invalid` for another locale, `record.not-found` for the client
 */
async function generatePseudo(context: EffectContext, clientId: string, locale: string): Promise<BundleRow> {
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
