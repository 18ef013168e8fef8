import { SOURCE_LOCALE } from '@backcounter/domain';
import { auditHistory } from '../../audit/audit-history.ts';
import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { directionOfLocale, pluralFormsOf } from '../../texts/language-facts.ts';
import type { PublicationTypes } from './publication.graphql.ts';
import { readPublication } from './publication.ts';
import {
  languageActions,
  readLanguage,
  readLanguages,
  readNamespaces,
  TRANSLATION_LANGUAGE_ACTIONS,
  type TranslationCounts,
  type TranslationLanguageRight,
  type TranslationLanguageRow,
  type TranslationNamespace,
} from './translation-language.ts';
import { addLanguage, renameLanguage } from './translation-language-write.ts';

/** Languages with what is left to do in them. */
export function addTranslationLanguages(builder: Builder, { history }: EntityTypes, publications: PublicationTypes) {
  const counts = addCounts(builder);
  const language = addType(builder, history, counts, publications);
  builder.queryField('translationLanguages', (t) =>
    t.field({
      type: [language],
      description: 'Languages of a client, English first, then by name.',
      extensions: needs('translation.read'),
      args: { clientId: t.arg.string({ required: true }) },
      resolve: (_root, { clientId }, context, info) => readLanguages(context, { clientId }, selectionOf(info)),
    }),
  );
  builder.queryField('translationLanguage', (t) =>
    t.field({
      type: language,
      nullable: true,
      extensions: needs('translation.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readLanguage(context, id, selectionOf(info)),
    }),
  );
  const namespace = builder.objectRef<TranslationNamespace>('TranslationNamespace').implement({
    fields: (t) => ({ name: t.exposeString('name'), counts: t.expose('counts', { type: counts }) }),
  });
  builder.queryField('translationNamespaces', (t) =>
    t.field({
      type: [namespace],
      description: 'First parts of the keys, in order, with what is left to do in a language.',
      extensions: needs('translation.read'),
      args: { languageId: t.arg.id({ required: true }) },
      resolve: (_root, { languageId }, context) => readNamespaces(context, languageId),
    }),
  );
  builder.mutationField('addTranslationLanguage', (t) =>
    t.field({
      type: language,
      description: 'A language in which every text is missing; readers see it once it is published.',
      extensions: needs('translation.write'),
      args: {
        clientId: t.arg.string({ required: true }),
        locale: t.arg.string({ required: true, description: 'Such as it-IT.' }),
        name: t.arg.string({ description: 'In its own words; absent: as CLDR has it.' }),
      },
      resolve: async (_root, { clientId, locale, name }, context, info) => {
        const id = await addLanguage(context, { clientId, locale, name: name ?? null });
        return readLanguage(context, id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('renameTranslationLanguage', (t) =>
    t.field({
      type: language,
      extensions: needs('translation.write'),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        name: t.arg.string({ required: true }),
      },
      resolve: async (_root, { name, ...expected }, context, info) => {
        await renameLanguage(context, expected, name);
        return readLanguage(context, expected.id, selectionOf(info));
      },
    }),
  );
  return language;
}

/** The type of a language, for what is done with it. */
export type TranslationLanguageRef = ReturnType<typeof addTranslationLanguages>;

function addCounts(builder: Builder) {
  return builder.objectRef<TranslationCounts>('TranslationCounts').implement({
    description: 'Keys in use. Translated, missing, stale and invalid ones add up to the total.',
    fields: (t) => ({
      total: t.exposeInt('total'),
      translated: t.exposeInt('translated'),
      missing: t.exposeInt('missing'),
      stale: t.exposeInt('stale'),
      invalid: t.exposeInt('invalid'),
      edited: t.exposeInt('edited', { description: 'Of all of them, those that are not as they shipped.' }),
      reported: t.exposeInt('reported', { description: 'Of the missing ones, those that readers have asked for.' }),
    }),
  });
}

const NOTHING: TranslationCounts = {
  total: 0,
  translated: 0,
  missing: 0,
  stale: 0,
  invalid: 0,
  edited: 0,
  reported: 0,
};

function addType(
  builder: Builder,
  history: EntityTypes['history'],
  counts: ReturnType<typeof addCounts>,
  { publication }: PublicationTypes,
) {
  const direction = builder.enumType('TextDirection', { values: ['LTR', 'RTL'] as const });
  const action = builder.enumType('TranslationLanguageAction', { values: TRANSLATION_LANGUAGE_ACTIONS });
  const right = builder.objectRef<TranslationLanguageRight>('TranslationLanguageActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
  return builder.objectRef<TranslationLanguageRow>('TranslationLanguage').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      clientId: t.exposeString('clientId'),
      locale: t.exposeString('locale'),
      name: t.exposeString('name', { description: 'In its own words.' }),
      direction: t.field({ type: direction, resolve: ({ locale }) => directionOfLocale(locale) }),
      isSource: t.boolean({
        description: 'English, which all others are translated from.',
        resolve: ({ locale }) => locale === SOURCE_LOCALE,
      }),
      isWithdrawn: t.exposeBoolean('isWithdrawn', { description: 'Taken from readers; a publication brings it back.' }),
      publication: t.field({
        type: publication,
        nullable: true,
        description: 'What readers have now; null: nothing.',
        resolve: ({ publicationId }, _args, context, info) =>
          publicationId === null ? null : readPublication(context, publicationId, selectionOf(info)),
      }),
      unpublishedChanges: t.int({
        description: 'Keys of which readers have another text, or none.',
        resolve: ({ unpublishedChanges }) => unpublishedChanges ?? 0,
      }),
      counts: t.field({ type: counts, resolve: (row) => row.counts ?? NOTHING }),
      pluralForms: t.stringList({
        description: 'That the language tells apart when it counts: zero, one, two, few, many, other.',
        resolve: ({ locale }) => [...pluralFormsOf(locale)],
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Null: the product itself.',
        resolve: ({ updatedBySub: sub, updatedByName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      version: t.exposeInt('version'),
      actions: t.field({ type: [right], resolve: (row, _args, { caller }) => languageActions(row, caller) }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'translation-language', id }, args, selectionOf(info)),
      }),
    }),
  });
}
