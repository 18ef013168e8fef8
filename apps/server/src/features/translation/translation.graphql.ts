import { TRANSLATION_STATES } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { runList } from '../../listing/run-list.ts';
import { translationList } from './translation.list.ts';
import {
  type OtherTranslation,
  readTranslation,
  type TranslationProblem,
  type TranslationRow,
} from './translation-record.ts';

const SEARCH_MATCHES = ['KEY', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['KEY', 'UPDATED'] as const;

/** `translation` and `translations`: the texts of a language. */
export function addTranslations(builder: Builder, { list, history }: EntityTypes) {
  const state = addState(builder);
  const translation = addType(builder, state, history);
  const filter = addFilter(builder, state, list);
  const sort = addListSort(builder, list, 'Translation', SORT_KEYS);
  const searchMatch = builder.enumType('TranslationSearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'Translation', translation, searchMatch);
  builder.queryField('translations', (t) =>
    t.field({
      type: connection,
      description: 'Every key of a client with its text in one language; `filter.language` says which.',
      extensions: needs('translation.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'A key, or part of a key or of a text in any language.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<TranslationRow>(translationList, context, args, selectionOf(info)),
    }),
  );
  builder.queryField('translation', (t) =>
    t.field({
      type: translation,
      nullable: true,
      extensions: needs('translation.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readTranslation(context, id, selectionOf(info)),
    }),
  );
  return { translation, filter };
}

/** The types of texts, for their mutations. */
export type TranslationTypes = ReturnType<typeof addTranslations>;

type StateRef = ReturnType<typeof addState>;

function addState(builder: Builder) {
  return builder.enumType('TranslationState', { values: TRANSLATION_STATES });
}

function addType(builder: Builder, state: StateRef, history: AuditConnectionRef) {
  const problem = builder.objectRef<TranslationProblem>('TranslationProblem').implement({
    description: 'Why a text cannot be shown.',
    fields: (t) => ({
      rule: t.exposeString('rule', { description: 'As in the problems of a field.' }),
      params: t.field({ type: 'JSON', resolve: ({ params }) => params }),
    }),
  });
  const other = builder.objectRef<OtherTranslation>('OtherTranslation').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      languageId: t.exposeID('languageId'),
      locale: t.exposeString('locale'),
      value: t.exposeString('value', { nullable: true }),
      state: t.expose('state', { type: state }),
    }),
  });
  return builder.objectRef<TranslationRow>('Translation').implement({
    description: 'The text of a key in a language, also where there is none yet.',
    fields: (t) => ({
      id: t.exposeID('id'),
      languageId: t.exposeID('languageId'),
      locale: t.exposeString('locale'),
      key: t.exposeString('key'),
      namespace: t.exposeString('namespace', { description: 'The key up to its first dot.' }),
      source: t.exposeString('source', { description: 'The English text as it is now.' }),
      value: t.exposeString('value', { nullable: true, description: 'Null: missing, readers see English.' }),
      translatedFrom: t.exposeString('translatedFrom', {
        nullable: true,
        description: 'The English text that the value stands for; another one than `source` makes it stale.',
      }),
      shippedValue: t.exposeString('shippedValue', { nullable: true, description: 'Came with the product.' }),
      editedFrom: t.exposeString('editedFrom', {
        nullable: true,
        description: 'What the product had shipped when somebody wrote another text; null: nobody has, or nothing.',
      }),
      publishedValue: t.exposeString('publishedValue', { nullable: true, description: 'What readers have now.' }),
      isEdited: t.exposeBoolean('isEdited', { description: 'The value is not the shipped one.' }),
      isOvertaken: t.exposeBoolean('isOvertaken', {
        description: 'Edited, and since then the product ships another text than `editedFrom`.',
      }),
      isUnpublished: t.exposeBoolean('isUnpublished', { description: 'Readers have another text, or none.' }),
      problems: t.expose('problems', { type: [problem] }),
      state: t.expose('state', { type: state }),
      reports: t.expose('reports', { type: 'SafeInt', description: 'Sessions that lacked the text.' }),
      lastReportedAt: t.expose('lastReportedAt', { type: 'DateTime', nullable: true }),
      others: t.expose('others', { type: [other], description: 'The key in the other languages.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Null: the product itself.',
        resolve: ({ updatedBySub: sub, updatedByName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      version: t.exposeInt('version', { description: 'Grows also when the English text changes.' }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'translation', id }, args, selectionOf(info)),
      }),
    }),
  });
}

function addFilter(builder: Builder, state: StateRef, list: EntityTypes['list']) {
  const stateFilter = addEnumFilter(builder, 'TranslationStateFilter', state);
  return builder.inputType('TranslationFilter', {
    description: '`language.in` names exactly one.',
    fields: (t) => ({
      language: t.field({ type: list.idFilter }),
      state: t.field({ type: stateFilter }),
      namespace: t.field({ type: list.textFilter }),
      edited: t.boolean(),
      overtaken: t.boolean(),
      reported: t.boolean({ description: 'Missing, and readers have asked for it.' }),
      unpublished: t.boolean(),
      updated: t.field({ type: list.instantFilter }),
      updatedBy: t.field({ type: list.textFilter, description: 'Subjects of members of staff.' }),
    }),
  });
}
