import type { TranslationPublicationAction } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addEnumFilter, addListConnection, addListSort, listArgs } from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import { publicationList } from './publication.list.ts';
import { findPublication, type PublicationRow } from './publication.ts';

/** What readers were given: the types, and the list. */
export function addPublications(builder: Builder, list: ListTypes) {
  const types = addPublicationTypes(builder);
  addPublicationList(builder, list, types);
  builder.queryField('translationPublication', (t) =>
    t.field({
      type: types.publication,
      nullable: true,
      description: 'One publication; null where there is none.',
      extensions: needs('translation.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the publication.' }) },
      resolve: (_root, { id }, context, info) => findPublication(context, id, selectionOf(info)),
    }),
  );
  return types;
}

const ACTIONS: Readonly<Record<TranslationPublicationAction, string>> = {
  SHIPPED: 'The product came with the texts.',
  PUBLISHED: 'A person published the texts.',
  ROLLED_BACK: 'A person gave readers a file of before.',
  WITHDRAWN: 'A person took the language from readers.',
};

/** The types of publications. */
export interface PublicationTypes {
  readonly publication: ObjectRef<BuilderTypes, PublicationRow>;
  readonly bundle: ObjectRef<BuilderTypes, BundleRow>;
  readonly action: EnumRef<BuilderTypes, TranslationPublicationAction>;
}

function addPublicationTypes(builder: Builder): PublicationTypes {
  const action = addEnum(
    builder,
    'TranslationPublicationAction',
    'How readers came to a file of texts, or lost it.',
    ACTIONS,
  );
  const bundle = addBundle(builder);
  const publication = builder.objectRef<PublicationRow>('TranslationPublication').implement({
    description: 'What readers of a language were given, or that it was taken from them; never changed.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      languageId: t.exposeID('languageId', { description: 'Id of its language.' }),
      locale: t.exposeString('locale', { description: 'Its language, such as `de-DE`.' }),
      number: t.exposeInt('number', { description: 'Publications of a language are counted from 1.' }),
      action: t.expose('action', { type: action, description: 'How it came about.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When readers got it.' }),
      by: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Who published it; null: the product itself.',
        resolve: ({ bySub: sub, byName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      note: t.exposeString('note', {
        nullable: true,
        description: 'What its publisher said about it; the reason of a roll-back or withdrawal.',
      }),
      bundle: t.field({
        type: bundle,
        nullable: true,
        description: 'The file that readers got; null for a withdrawal.',
        resolve: ({ bundleId, sha256, filePath, messages, bundleCreatedAt }) =>
          bundleId === null || sha256 === null || filePath === null || bundleCreatedAt === null
            ? null
            : { sha256, filePath, messages, createdAt: bundleCreatedAt },
      }),
      added: t.exposeInt('added', { description: 'Number of keys that readers had no text of before.' }),
      changed: t.exposeInt('changed', { description: 'Number of keys that readers had another text of before.' }),
      removed: t.exposeInt('removed', { description: 'Number of keys that readers see in English since.' }),
      isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether readers have it now.' }),
      canRollBack: t.boolean({
        description: 'Whether there is a file, and readers have another one, or none.',
        resolve: ({ bundleId, isSameAsCurrent }) => bundleId !== null && !isSameAsCurrent,
      }),
    }),
  });
  return { publication, bundle, action };
}

/** A file of texts. */
export interface BundleRow {
  readonly sha256: string;
  readonly filePath: string;
  readonly messages: number;
  readonly createdAt: string;
}

function addBundle(builder: Builder) {
  return builder.objectRef<BundleRow>('TranslationBundle').implement({
    description: 'A file of texts, named by its content; never changed.',
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'SHA-256 of its content, in hex.' }),
      filePath: t.exposeString('filePath', { description: 'Its path under the address of the CDN.' }),
      messages: t.exposeInt('messages', { description: 'Number of texts in it.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    }),
  });
}

function addPublicationList(builder: Builder, list: ListTypes, { publication, action }: PublicationTypes): void {
  const actionFilter = addEnumFilter(builder, 'TranslationPublicationActionFilter', action);
  const filter = builder.inputType('TranslationPublicationFilter', {
    description: 'Which publications a list shows; `language.in` names exactly one.',
    fields: (t) => ({
      language: t.field({ type: list.idFilter, description: 'The language.' }),
      action: t.field({ type: actionFilter, description: 'How they came about.' }),
      at: t.field({ type: list.instantFilter, description: 'When readers got them.' }),
    }),
  });
  const sort = addListSort(builder, list, 'TranslationPublication', ['AT']);
  const connection = addListConnection(builder, list, 'TranslationPublication', publication);
  builder.queryField('translationPublications', (t) =>
    t.field({
      type: connection,
      description: 'What readers of one language were given, newest first.',
      extensions: needs('translation.read'),
      args: listArgs(t, list, filter, sort, true),
      resolve: (_root, args, context, info) =>
        runList<PublicationRow>(publicationList, context, args, selectionOf(info)),
    }),
  );
}
