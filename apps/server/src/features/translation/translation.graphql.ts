import type { TranslationState } from '@backcounter/domain';
import type { EnumRef, InputRef, ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import type { EntityTypes } from '../../crud/record.graphql.ts';
import { forwardArgs } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { staffField } from '../../graphql/schema/shared-fields.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import {
  type OtherTranslation,
  type TranslationProblem,
  type TranslationRow,
  translationList,
} from './translation.list.ts';
import { readTranslation } from './translation-record.ts';

const SEARCH_MATCHES = {
  KEY: 'A key, or part of one.',
  TEXT: 'Part of a text.',
  NONE: 'Nothing that this list can be searched for.',
};

/** The types of texts, for their mutations. */
export interface TranslationTypes {
  readonly translation: ObjectRef<BuilderTypes, TranslationRow>;
  readonly filter: InputRef<FilterInput>;
}

/** `translation` and `translations`: the texts of a language. */
export function addTranslations(builder: Builder, { list, history }: EntityTypes): TranslationTypes {
  const state = addEnum(builder, 'TranslationState', 'States of a text.', STATES);
  const translation = addType(builder, state, history);
  const filter = addListQuery<TranslationRow>(builder, list, {
    name: 'translations',
    description: 'Every key of a client with its text in one language, which `filter.language` names.',
    permission: 'translation.read',
    list: translationList,
    connection: ['Translation', translation, 'Meanings of a search text.', SEARCH_MATCHES],
    filter: ['TranslationFilter', 'Filters of the list of texts; `language.in` names exactly one language.'],
    enums: { state },
    sort: ['Translation'],
    search: 'A key, or part of a key or of a text in any language.',
  });
  addRecordQuery(builder, 'translation', {
    type: translation,
    description: 'One text; null if not found.',
    permission: 'translation.read',
    id: 'Id of the text.',
    read: readTranslation,
  });
  return { translation, filter };
}

const STATES: Readonly<Record<TranslationState, string>> = {
  MISSING: 'There is no text; readers see English.',
  INVALID: "It does not fit the changed English text and can't be shown.",
  STALE: 'The English text has changed since it was translated.',
  TRANSLATED: 'It is up to date.',
  RETIRED: 'The product no longer uses the key.',
};

type StateRef = EnumRef<BuilderTypes, TranslationState>;

function addType(builder: Builder, state: StateRef, history: AuditConnectionRef) {
  const problem = builder.objectRef<TranslationProblem>('TranslationProblem').implement({
    description: 'Reason why a text is invalid.',
    fields: (t) => ({
      rule: t.exposeString('rule', { description: 'Name of the violated rule, as in the problems of a field.' }),
      params: t.field({
        type: 'JSON',
        description: 'Values for the message of the rule.',
        resolve: ({ params }) => params,
      }),
    }),
  });
  const other = builder.objectRef<OtherTranslation>('OtherTranslation').implement({
    description: 'The same key in another language.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the text.' }),
      languageId: t.exposeID('languageId', { description: 'Id of its language.' }),
      locale: t.exposeString('locale', { description: 'Its language, such as `de-DE`.' }),
      value: t.exposeString('value', orNull('The text; null: missing.')),
      state: t.expose('state', { type: state, description: 'State of the text.' }),
    }),
  });
  return builder.objectRef<TranslationRow>('Translation').implement({
    description: 'The text of a key in a language, which may be missing.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      languageId: t.exposeID('languageId', { description: 'Id of its language.' }),
      locale: t.exposeString('locale', { description: 'Its language, such as `de-DE`.' }),
      key: t.exposeString('key', {
        description: 'Name of the text in the code of the product, such as `common.action.save`.',
      }),
      namespace: t.exposeString('namespace', { description: 'The key up to its first dot.' }),
      source: t.exposeString('source', { description: 'The current English text.' }),
      value: t.exposeString('value', orNull('The text in ICU message syntax; null: missing, readers see English.')),
      translatedFrom: t.exposeString(
        'translatedFrom',
        orNull('The English text that was translated; if it differs from `source`, the text is stale.'),
      ),
      shippedValue: t.exposeString('shippedValue', orNull('Shipped text; null: none.')),
      editedFrom: t.exposeString(
        'editedFrom',
        orNull('Shipped text at the time of the first edit; null: not edited, or none shipped.'),
      ),
      publishedValue: t.exposeString('publishedValue', orNull('Published text; null: none.')),
      isEdited: t.exposeBoolean('isEdited', { description: 'Whether the value differs from the shipped text.' }),
      isOvertaken: t.exposeBoolean('isOvertaken', {
        description: 'Whether it is edited, and the product has shipped a text other than `editedFrom` since.',
      }),
      isUnpublished: t.exposeBoolean('isUnpublished', {
        description: 'Whether the published text differs, or is missing.',
      }),
      problems: t.expose('problems', { type: [problem], description: 'Problems of an invalid text; empty if valid.' }),
      state: t.expose('state', { type: state, description: 'State of the text.' }),
      reports: t.expose('reports', {
        type: 'SafeInt',
        description: 'Number of sessions that requested the missing text.',
      }),
      lastReportedAt: t.expose(
        'lastReportedAt',
        orNull('When a session last requested the missing text; null: never.', 'DateTime'),
      ),
      others: t.expose('others', { type: [other], description: 'The key in the other languages.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the key was added to the language.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      updatedBy: staffField(t, 'updatedBy', 'Person who last changed it; null: the product.'),
      version: t.exposeInt('version', {
        description: 'Incremented by each change, including changes of the English text.',
      }),
      history: t.field({
        type: history,
        description: 'Its audit events, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'translation', id }, args, selectionOf(info)),
      }),
    }),
  });
}
