import { JOB_LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { TranslationTypes } from './translation.graphql.ts';
import { type AcceptedTranslations, acceptTranslations } from './translation-accept.ts';
import { readTranslation } from './translation-record.ts';
import { restoreShipped, saveTranslation } from './translation-write.ts';

/** Mutations of texts. */
export function addTranslationMutations(builder: Builder, { translation, filter }: TranslationTypes): void {
  builder.mutationField('saveTranslation', (t) =>
    t.field({
      type: translation,
      description: 'Writes a text; the same one again says that a stale one is right.',
      extensions: needs('translation.write'),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        value: t.arg.string({ description: 'ICU message syntax; null takes the text out.' }),
      },
      resolve: async (_root, { value, ...expected }, context, info) => {
        await saveTranslation(context, expected, value ?? null);
        return readTranslation(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('restoreShippedTranslation', (t) =>
    t.field({
      type: translation,
      description: 'Takes the text of the product in place of an edited one.',
      extensions: needs('translation.write'),
      args: { id: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
      resolve: async (_root, expected, context, info) => {
        await restoreShipped(context, expected);
        return readTranslation(context, expected.id, selectionOf(info));
      },
    }),
  );
  const accepted = builder.objectRef<AcceptedTranslations>('AcceptedTranslations').implement({
    fields: (t) => ({
      accepted: t.exposeInt('accepted'),
      skipped: t.exposeInt('skipped', { description: 'Neither stale nor overtaken, or not to be shown at all.' }),
    }),
  });
  const selection = builder.inputType('TranslationSelection', {
    description: `Texts of one language (\`filter.language\`), picked by hand (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\`.`,
    fields: (t) => ({
      filter: t.field({ type: filter, required: true }),
      search: t.string(),
      ids: t.idList(),
      exclusions: t.idList(),
      upTo: t.field({ type: 'DateTime' }),
    }),
  });
  builder.mutationField('acceptTranslations', (t) =>
    t.field({
      type: accepted,
      description: 'Says that stale texts are still right, and that edited ones stay although others ship.',
      extensions: needs('translation.write'),
      args: { selection: t.arg({ type: selection, required: true }) },
      resolve: (_root, { selection: given }, context) => acceptTranslations(context, given),
    }),
  );
}
