import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, auditReason, expectedRecord, recordPayload } from '../../../graphql/schema/mutation.ts';
import type { TranslationLanguageRef } from '../language/translation-language.graphql.ts';
import { readLanguage } from '../language/translation-language.ts';
import { generatePseudo } from './pseudo-bundle.ts';
import type { PublicationTypes } from './publication.graphql.ts';
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

/** Publishing, rolling back and withdrawing, and what each would change. */
export function addPublishing(
  builder: Builder,
  { publication, bundle }: PublicationTypes,
  language: TranslationLanguageRef,
): void {
  const diff = addDiff(builder);
  addMutation(builder, 'generatePseudoTranslations', {
    description:
      'Makes a file of en-XA or ar-XB out of the English texts as they are now; no list of languages has it.',
    extensions: needs('translation.write'),
    input: (t) => ({
      clientId: t.string({ required: true, description: 'Id of the client whose texts they are.' }),
      locale: t.string({ required: true, description: '`en-XA` or `ar-XB`.' }),
    }),
    resolve: async ({ clientId, locale }, context) => ({ file: await generatePseudo(context, clientId, locale) }),
    payload: (t) => ({ translationBundle: t.expose('file', { type: bundle, description: 'The file.' }) }),
  });
  builder.queryField('translationDiff', (t) =>
    t.field({
      type: diff,
      description: 'What publishing the texts as they are now would change for readers.',
      extensions: needs('translation.read'),
      args: { languageId: t.arg.id({ required: true, description: 'Id of the language.' }) },
      resolve: (_root, { languageId }, context) => diffOfPresent(context, languageId),
    }),
  );
  builder.queryField('translationRollBackDiff', (t) =>
    t.field({
      type: diff,
      description: 'What rolling back to a publication would change for readers.',
      extensions: needs('translation.read'),
      args: { publicationId: t.arg.id({ required: true, description: 'Id of the publication.' }) },
      resolve: (_root, { publicationId }, context) => diffOfRollBack(context, publicationId),
    }),
  );
  const payload = recordPayload('translationPublication', publication, readPublication);
  addMutation(builder, 'publishTranslations', {
    description: 'Gives readers the texts as they are now; what they have already is no new publication.',
    extensions: needs('translation.publish'),
    input: (t) => ({
      languageId: t.id({ required: true, description: 'Id of the language.' }),
      expectedSha256: t.string({
        required: true,
        description: '`sha256` of the comparison that was looked at; refused if the texts have changed since.',
      }),
      note: t.string({ description: 'What is new, for colleagues.' }),
    }),
    resolve: async ({ languageId, expectedSha256, note }, context) => ({
      id: await publish(context, { id: languageId, sha256: expectedSha256, note: note ?? null }),
    }),
    payload,
  });
  addMutation(builder, 'rollBackTranslations', {
    description: 'Gives readers a file once more that they had before.',
    extensions: needs('translation.publish'),
    input: (t) => ({
      publicationId: t.id({ required: true, description: 'Id of the publication whose file it is.' }),
      expectedCurrentId: t.id({ description: 'The publication that was shown as the present one; null: none.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ publicationId, expectedCurrentId, reason }, context) => ({
      id: await rollBack(context, { id: publicationId, currentId: expectedCurrentId ?? null, reason }),
    }),
    payload,
  });
  addMutation(builder, 'withdrawTranslationLanguage', {
    description: 'Takes a language from its readers, who see English.',
    extensions: needs('translation.publish'),
    input: (t) => ({ ...expectedRecord(t, 'language'), reason: auditReason(t, true) }),
    resolve: async ({ reason, ...expected }, context) => {
      await withdraw(context, expected, reason);
      return expected;
    },
    payload: recordPayload('translationLanguage', language, readLanguage),
  });
}

const CHANGES: Readonly<Record<TranslationChange, string>> = {
  ADDED: 'Readers have no text of the key now.',
  CHANGED: 'Readers have another text now.',
  REMOVED: 'Readers would see English instead.',
};

function addDiff(builder: Builder) {
  const change = addEnum(builder, 'TranslationChange', 'What a publication does to a key.', CHANGES);
  const item = builder.objectRef<DiffItem>('TranslationDiffItem').implement({
    description: 'What would change for one key.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key.' }),
      change: t.expose('change', { type: change, description: 'What would happen to it.' }),
      before: t.exposeString('before', { nullable: true, description: 'Text that readers have now; null: none.' }),
      after: t.exposeString('after', { nullable: true, description: 'Text that readers would get; null: none.' }),
    }),
  });
  const invalid = builder.objectRef<InvalidText>('InvalidTranslation').implement({
    description: 'A text that cannot be shown.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the text.' }),
      key: t.exposeString('key', { description: 'Its key.' }),
    }),
  });
  return builder.objectRef<Diff>('TranslationDiff').implement({
    description: 'What a publication would change for readers of a language.',
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'SHA-256 of the file that readers would get, in hex.' }),
      isSame: t.boolean({
        description: 'Whether readers have this already.',
        resolve: ({ added, changed, removed, currentBundleId }) =>
          currentBundleId !== null && added + changed + removed === 0,
      }),
      added: t.exposeInt('added', { description: 'Number of keys that readers would get a text of.' }),
      changed: t.exposeInt('changed', { description: 'Number of keys that readers would get another text of.' }),
      removed: t.exposeInt('removed', { description: 'Number of keys that readers would see in English.' }),
      unchanged: t.exposeInt('unchanged', { description: 'Number of keys whose text stays.' }),
      messages: t.exposeInt('messages', { description: 'Number of texts in the file.' }),
      missing: t.exposeInt('missing', { description: 'Number of keys in use that are not in it.' }),
      stale: t.exposeInt('stale', { description: 'Number of texts in it that are stale.' }),
      invalidCount: t.exposeInt('invalidCount', {
        description: 'Number of texts that cannot be shown; with any, publishing is refused.',
      }),
      invalid: t.expose('invalid', { type: [invalid], description: 'The first hundred of them.' }),
      items: t.field({
        type: [item],
        description: 'Changes by key, at most 500 at once.',
        args: {
          first: t.arg.int({ defaultValue: ITEMS_DEFAULT, description: 'How many.' }),
          after: t.arg.string({ description: 'The last key that was read.' }),
          change: t.arg({ type: change, description: 'Only changes of this kind.' }),
        },
        resolve: (diff, { first, after, change: only }, context) =>
          diffItems(context, diff, { first: first ?? ITEMS_DEFAULT, after: after ?? null, change: only ?? null }),
      }),
    }),
  });
}
