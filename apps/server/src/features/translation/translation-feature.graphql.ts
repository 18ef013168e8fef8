import { JOB_LIMITS } from '@backcounter/domain';
import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addChange, addMutation, expectedRecord, recordPayload } from '../../graphql/schema/mutation.ts';
import { acceptTranslations } from './import/translation-accept.ts';
import { addTranslationClients } from './language/translation-client.graphql.ts';
import { addTranslationLanguages } from './language/translation-language.graphql.ts';
import { addPublications } from './publication/publication.graphql.ts';
import { addPublishing } from './publication/publishing.graphql.ts';
import { addTranslations, type TranslationTypes } from './translation.graphql.ts';
import { readTranslation } from './translation-record.ts';
import { restoreShipped, saveTranslation } from './translation-write.ts';

/** Mutations of texts. */
function addTranslationMutations(builder: Builder, { translation, filter }: TranslationTypes): void {
  const payload = recordPayload('translation', translation, readTranslation);
  addChange(builder, 'saveTranslation', {
    description: 'Writes a text; writing a stale one unchanged confirms it.',
    extensions: needs('translation.write'),
    input: (t) => ({
      ...expectedRecord(t, 'text'),
      value: t.string({ description: 'ICU message syntax; null removes the text.' }),
    }),
    change: ({ value, ...expected }, context) => saveTranslation(context, expected, value ?? null),
    payload,
  });
  addChange(builder, 'restoreShippedTranslation', {
    description: 'Restores the shipped text in place of an edited one.',
    extensions: needs('translation.write'),
    input: (t) => expectedRecord(t, 'text'),
    change: (expected, context) => restoreShipped(context, expected),
    payload,
  });
  const selection = builder.inputType('TranslationSelection', {
    description: `Texts of one language (\`filter.language\`): selected ones (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that match filter and search except \`exclusions\`.`,
    fields: (t) => ({
      filter: t.field({ type: filter, required: true, description: 'Filter of the list; names the language.' }),
      search: t.string({ description: 'Search text of the list.' }),
      ids: t.idList({ description: 'Ids of selected texts; absent or null: all that match.' }),
      exclusions: t.idList({ description: 'Ids of matching texts to exclude.' }),
      upTo: t.field({ type: 'DateTime', description: 'Texts created later are excluded; absent or null: now.' }),
    }),
  });
  addMutation(builder, 'acceptTranslations', {
    description: 'Confirms stale texts, and keeps edited ones although the product ships others.',
    extensions: needs('translation.write'),
    input: (t) => ({ selection: t.field({ type: selection, required: true, description: 'The texts.' }) }),
    resolve: ({ selection: given }, context) => acceptTranslations(context, given),
    payload: (t) => ({
      accepted: t.exposeInt('accepted', { description: 'Number of texts that were accepted.' }),
      skipped: t.exposeInt('skipped', {
        description: 'Number of texts that are neither stale nor outdated by a shipped text, or that are invalid.',
      }),
    }),
  });
}

/** Texts of the product in every language, and their publications. */
export function addTranslation(builder: Builder, shared: EntityTypes): void {
  addTranslationClients(builder);
  const publications = addPublications(builder, shared.list);
  const language = addTranslationLanguages(builder, shared, publications);
  addPublishing(builder, publications, language);
  addTranslationMutations(builder, addTranslations(builder, shared));
}
