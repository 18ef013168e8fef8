import { JOB_LIMITS } from '@backcounter/domain';
import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation, expectedRecord, recordPayload } from '../../graphql/schema/mutation.ts';
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
  addMutation(builder, 'saveTranslation', {
    description: 'Writes a text; the same one again says that a stale one is right.',
    extensions: needs('translation.write'),
    input: (t) => ({
      ...expectedRecord(t, 'text'),
      value: t.string({ description: 'ICU message syntax; null takes the text out.' }),
    }),
    resolve: async ({ value, ...expected }, context) => {
      await saveTranslation(context, expected, value ?? null);
      return expected;
    },
    payload,
  });
  addMutation(builder, 'restoreShippedTranslation', {
    description: 'Takes the text of the product in place of an edited one.',
    extensions: needs('translation.write'),
    input: (t) => expectedRecord(t, 'text'),
    resolve: async (expected, context) => {
      await restoreShipped(context, expected);
      return expected;
    },
    payload,
  });
  const selection = builder.inputType('TranslationSelection', {
    description: `Texts of one language (\`filter.language\`), picked by hand (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\`.`,
    fields: (t) => ({
      filter: t.field({ type: filter, required: true, description: 'Filter of the list; names the language.' }),
      search: t.string({ description: 'Search text of the list.' }),
      ids: t.idList({ description: 'Ids of texts picked by hand; absent or null: all that match.' }),
      exclusions: t.idList({ description: 'Ids of texts that match and are not meant.' }),
      upTo: t.field({ type: 'DateTime', description: 'Texts created later are not meant; absent or null: now.' }),
    }),
  });
  addMutation(builder, 'acceptTranslations', {
    description: 'Says that stale texts are still right, and that edited ones stay although others ship.',
    extensions: needs('translation.write'),
    input: (t) => ({ selection: t.field({ type: selection, required: true, description: 'The texts.' }) }),
    resolve: ({ selection: given }, context) => acceptTranslations(context, given),
    payload: (t) => ({
      accepted: t.exposeInt('accepted', { description: 'Number of texts that were accepted.' }),
      skipped: t.exposeInt('skipped', {
        description: 'Number of texts that are neither stale nor overtaken, or that cannot be shown at all.',
      }),
    }),
  });
}

/** Texts of the product in every language, and what their readers have of them. */
export function addTranslation(builder: Builder, shared: EntityTypes): void {
  addTranslationClients(builder);
  const publications = addPublications(builder, shared.list);
  const language = addTranslationLanguages(builder, shared, publications);
  addPublishing(builder, publications, language);
  addTranslationMutations(builder, addTranslations(builder, shared));
}
