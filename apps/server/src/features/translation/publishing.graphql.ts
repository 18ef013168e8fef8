import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
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
  TRANSLATION_CHANGES,
} from './publication-diff.ts';
import type { TranslationLanguageRef } from './translation-language.graphql.ts';
import { readLanguage } from './translation-language.ts';

const ITEMS_DEFAULT = 100;

/** Publishing, rolling back and withdrawing, and what each would change. */
export function addPublishing(
  builder: Builder,
  { publication, bundle }: PublicationTypes,
  language: TranslationLanguageRef,
): void {
  const diff = addDiff(builder);
  builder.mutationField('generatePseudoTranslations', (t) =>
    t.field({
      type: bundle,
      description: 'A file of en-XA or ar-XB out of the English texts as they are now; no list of languages has it.',
      extensions: needs('translation.write'),
      args: { clientId: t.arg.string({ required: true }), locale: t.arg.string({ required: true }) },
      resolve: (_root, { clientId, locale }, context) => generatePseudo(context, clientId, locale),
    }),
  );
  builder.queryField('translationDiff', (t) =>
    t.field({
      type: diff,
      description: 'What publishing the texts as they are now would change for readers.',
      extensions: needs('translation.read'),
      args: { languageId: t.arg.id({ required: true }) },
      resolve: (_root, { languageId }, context) => diffOfPresent(context, languageId),
    }),
  );
  builder.queryField('translationRollBackDiff', (t) =>
    t.field({
      type: diff,
      description: 'What rolling back to a publication would change for readers.',
      extensions: needs('translation.read'),
      args: { publicationId: t.arg.id({ required: true }) },
      resolve: (_root, { publicationId }, context) => diffOfRollBack(context, publicationId),
    }),
  );
  builder.mutationField('publishTranslations', (t) =>
    t.field({
      type: publication,
      description: 'Gives readers the texts as they are now; what they have already is no new publication.',
      extensions: needs('translation.publish'),
      args: {
        languageId: t.arg.id({ required: true }),
        expectedSha256: t.arg.string({ required: true, description: 'Of the comparison that was looked at.' }),
        note: t.arg.string(),
      },
      resolve: async (_root, { languageId, expectedSha256, note }, context, info) => {
        const id = await publish(context, { id: languageId, sha256: expectedSha256, note: note ?? null });
        return readPublication(context, id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('rollBackTranslations', (t) =>
    t.field({
      type: publication,
      description: 'Gives readers a file once more that they had before.',
      extensions: needs('translation.publish'),
      args: {
        publicationId: t.arg.id({ required: true }),
        expectedCurrentId: t.arg.id({ description: 'The publication that was shown as the present one; null: none.' }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, { publicationId, expectedCurrentId, reason }, context, info) => {
        const id = await rollBack(context, { id: publicationId, currentId: expectedCurrentId ?? null, reason });
        return readPublication(context, id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('withdrawTranslationLanguage', (t) =>
    t.field({
      type: language,
      description: 'Takes a language from its readers, who see English.',
      extensions: needs('translation.publish'),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, { reason, ...expected }, context, info) => {
        await withdraw(context, expected, reason);
        return readLanguage(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addDiff(builder: Builder) {
  const change = builder.enumType('TranslationChange', { values: TRANSLATION_CHANGES });
  const item = builder.objectRef<DiffItem>('TranslationDiffItem').implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      change: t.expose('change', { type: change }),
      before: t.exposeString('before', { nullable: true }),
      after: t.exposeString('after', { nullable: true }),
    }),
  });
  const invalid = builder.objectRef<InvalidText>('InvalidTranslation').implement({
    fields: (t) => ({ id: t.exposeID('id'), key: t.exposeString('key') }),
  });
  return builder.objectRef<Diff>('TranslationDiff').implement({
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'Of the file that readers would get.' }),
      isSame: t.boolean({
        description: 'Readers have this already.',
        resolve: ({ added, changed, removed, currentBundleId }) =>
          currentBundleId !== null && added + changed + removed === 0,
      }),
      added: t.exposeInt('added'),
      changed: t.exposeInt('changed'),
      removed: t.exposeInt('removed', { description: 'Readers would see English there.' }),
      unchanged: t.exposeInt('unchanged'),
      messages: t.exposeInt('messages', { description: 'Texts in the file.' }),
      missing: t.exposeInt('missing', { description: 'Keys in use that are not in it.' }),
      stale: t.exposeInt('stale', { description: 'Texts in it that are stale.' }),
      invalidCount: t.exposeInt('invalidCount', { description: 'Texts that cannot be shown; they refuse publishing.' }),
      invalid: t.expose('invalid', { type: [invalid], description: 'The first hundred of them.' }),
      items: t.field({
        type: [item],
        description: 'Changes by key, at most 500 at once.',
        args: {
          first: t.arg.int({ defaultValue: ITEMS_DEFAULT }),
          after: t.arg.string({ description: 'The last key that was read.' }),
          change: t.arg({ type: change }),
        },
        resolve: (diff, { first, after, change: only }, context) =>
          diffItems(context, diff, { first: first ?? ITEMS_DEFAULT, after: after ?? null, change: only ?? null }),
      }),
    }),
  });
}
