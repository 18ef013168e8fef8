import { SOURCE_LOCALE } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { auditHistory } from '../../../audit/audit-history.ts';
import { addActionRight } from '../../../crud/action-right.graphql.ts';
import type { EntityTypes } from '../../../crud/record.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import { forwardArgs } from '../../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addChange, addMutation, expectedRecord, recordPayload } from '../../../graphql/schema/mutation.ts';
import { addRecordQuery } from '../../../graphql/schema/record-query.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import { stampFields } from '../../../graphql/schema/shared-fields.ts';
import { directionOfLocale, pluralFormsOf } from '../../../texts/language-facts.ts';
import type { PublicationTypes } from '../publication/publication.graphql.ts';
import { readPublication } from '../publication/publication.ts';
import {
  languageActions,
  readLanguage,
  readLanguages,
  readNamespaces,
  type TranslationCounts,
  type TranslationLanguageAction,
  type TranslationLanguageRow,
  type TranslationNamespace,
} from './translation-language.ts';
import { addLanguage, renameLanguage } from './translation-language-write.ts';

const CLIENT = 'Id of the client.';

/** The type of a language, for its mutations. */
export type TranslationLanguageRef = ObjectRef<BuilderTypes, TranslationLanguageRow>;

type CountsRef = ObjectRef<BuilderTypes, TranslationCounts>;

/** Languages with their progress. */
export function addTranslationLanguages(
  builder: Builder,
  { history }: EntityTypes,
  publications: PublicationTypes,
): TranslationLanguageRef {
  const counts = addCounts(builder);
  const language = addType(builder, history, counts, publications);
  builder.queryField('translationLanguages', (t) =>
    t.field({
      type: [language],
      description: 'Languages of a client, English first, then by name.',
      extensions: needs('translation.read'),
      args: { clientId: t.arg.string({ required: true, description: CLIENT }) },
      resolve: (_root, { clientId }, context, info) => readLanguages(context, { clientId }, selectionOf(info)),
    }),
  );
  addRecordQuery(builder, 'translationLanguage', {
    type: language,
    description: 'One language; null if not found.',
    permission: 'translation.read',
    id: 'Id of the language.',
    read: readLanguage,
  });
  const namespace = builder.objectRef<TranslationNamespace>('TranslationNamespace').implement({
    description: 'The keys with the same first part.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The first part of the keys, up to the first dot.' }),
      counts: t.expose('counts', { type: counts, description: 'Counts of its keys.' }),
    }),
  });
  builder.queryField('translationNamespaces', (t) =>
    t.field({
      type: [namespace],
      description: 'First parts of the keys, in order, with their progress in a language.',
      extensions: needs('translation.read'),
      args: { languageId: t.arg.id({ required: true, description: 'Id of the language.' }) },
      resolve: (_root, { languageId }, context) => readNamespaces(context, languageId),
    }),
  );
  const payload = recordPayload('translationLanguage', language, readLanguage);
  addMutation(builder, 'addTranslationLanguage', {
    description: 'Adds a language without texts; readers see it once it is published.',
    extensions: needs('translation.write'),
    input: (t) => ({
      clientId: t.string({ required: true, description: CLIENT }),
      locale: t.string({ required: true, description: 'Language and country, such as `it-IT`.' }),
      name: t.string({ description: 'Its name in the language itself; absent or null: the name in CLDR.' }),
    }),
    resolve: async ({ clientId, locale, name }, context) => ({
      id: await addLanguage(context, { clientId, locale, name: name ?? null }),
    }),
    payload,
  });
  addChange(builder, 'renameTranslationLanguage', {
    description: 'Renames one language.',
    extensions: needs('translation.write'),
    input: (t) => ({
      ...expectedRecord(t, 'language'),
      name: t.string({ required: true, description: 'Its name in the language itself.' }),
    }),
    change: ({ name, ...expected }, context) => renameLanguage(context, expected, name),
    payload,
  });
  return language;
}

function addCounts(builder: Builder): CountsRef {
  return builder.objectRef<TranslationCounts>('TranslationCounts').implement({
    description: 'Keys in use. Translated, missing, stale and invalid ones add up to the total.',
    fields: (t) => ({
      total: t.exposeInt('total', { description: 'Number of keys.' }),
      translated: t.exposeInt('translated', { description: 'Number of keys whose text is up to date.' }),
      missing: t.exposeInt('missing', { description: 'Number of keys without a text.' }),
      stale: t.exposeInt('stale', { description: 'Number of keys whose English text has changed since.' }),
      invalid: t.exposeInt('invalid', { description: 'Number of keys whose text is invalid.' }),
      edited: t.exposeInt('edited', { description: 'Number of keys whose text differs from the shipped one.' }),
      reported: t.exposeInt('reported', { description: 'Number of missing keys that readers have requested.' }),
    }),
  });
}

const ACTIONS: Readonly<Record<TranslationLanguageAction, string>> = {
  PUBLISH: 'Publish the current texts.',
  RENAME: 'Rename it.',
  WITHDRAW: 'Withdraw it from readers.',
};

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
  counts: CountsRef,
  { publication }: PublicationTypes,
): TranslationLanguageRef {
  const direction = addEnum(builder, 'TextDirection', 'Writing directions.', {
    LTR: 'From left to right.',
    RTL: 'From right to left.',
  });
  const right = addActionRight(builder, 'TranslationLanguage', 'a language', ACTIONS);
  return builder.objectRef<TranslationLanguageRow>('TranslationLanguage').implement({
    description: 'A language of a client.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      clientId: t.exposeString('clientId', { description: CLIENT }),
      locale: t.exposeString('locale', { description: 'Language and country, such as `de-DE`.' }),
      name: t.exposeString('name', { description: 'Its name in the language itself.' }),
      direction: t.field({
        type: direction,
        description: 'Its writing direction.',
        resolve: ({ locale }) => directionOfLocale(locale),
      }),
      isSource: t.boolean({
        description: 'Whether it is English, the source of all others.',
        resolve: ({ locale }) => locale === SOURCE_LOCALE,
      }),
      isWithdrawn: t.exposeBoolean('isWithdrawn', {
        description: 'Whether it was withdrawn; publishing restores it.',
      }),
      publication: t.field({
        type: publication,
        nullable: true,
        description: 'Current publication; null: none.',
        resolve: ({ publicationId }, _args, context, info) =>
          publicationId === null ? null : readPublication(context, publicationId, selectionOf(info)),
      }),
      unpublishedChanges: t.int({
        description: 'Number of keys whose published text differs from the current one, or is missing.',
        resolve: ({ unpublishedChanges }) => unpublishedChanges ?? 0,
      }),
      counts: t.field({ type: counts, description: 'Its progress.', resolve: (row) => row.counts ?? NOTHING }),
      pluralForms: t.stringList({
        description: 'Plural forms of the language, of `zero`, `one`, `two`, `few`, `many` and `other`.',
        resolve: ({ locale }) => [...pluralFormsOf(locale)],
      }),
      ...stampFields(t),
      actions: t.field({
        type: [right],
        description: 'Actions that the caller may take now.',
        resolve: (row, _args, { caller }) => languageActions(row, caller),
      }),
      history: t.field({
        type: history,
        description: 'Its audit events, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'translation-language', id }, args, selectionOf(info)),
      }),
    }),
  });
}
