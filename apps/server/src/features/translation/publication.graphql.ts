import { TRANSLATION_PUBLICATION_ACTIONS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListConnection, addListSort } from '../../listing/list-connection.ts';
import { runList } from '../../listing/run-list.ts';
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
      extensions: needs('translation.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => findPublication(context, id, selectionOf(info)),
    }),
  );
  return types;
}

/** The types of publications. */
export type PublicationTypes = ReturnType<typeof addPublicationTypes>;

function addPublicationTypes(builder: Builder) {
  const action = builder.enumType('TranslationPublicationAction', { values: TRANSLATION_PUBLICATION_ACTIONS });
  const bundle = addBundle(builder);
  const publication = builder.objectRef<PublicationRow>('TranslationPublication').implement({
    description: 'What readers of a language were given, or that it was taken from them; never changed.',
    fields: (t) => ({
      id: t.exposeID('id'),
      languageId: t.exposeID('languageId'),
      locale: t.exposeString('locale'),
      number: t.exposeInt('number', { description: 'Publications of a language are counted from 1.' }),
      action: t.expose('action', { type: action }),
      at: t.expose('at', { type: 'DateTime' }),
      by: t.field({
        type: 'StaffRef',
        nullable: true,
        description: 'Null: the product itself.',
        resolve: ({ bySub: sub, byName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      note: t.exposeString('note', { nullable: true }),
      bundle: t.field({
        type: bundle,
        nullable: true,
        description: 'Null for a withdrawal.',
        resolve: ({ bundleId, sha256, filePath, messages, bundleCreatedAt }) =>
          bundleId === null || sha256 === null || filePath === null || bundleCreatedAt === null
            ? null
            : { sha256, filePath, messages, createdAt: bundleCreatedAt },
      }),
      added: t.exposeInt('added', { description: 'Against what readers had before.' }),
      changed: t.exposeInt('changed'),
      removed: t.exposeInt('removed'),
      isCurrent: t.exposeBoolean('isCurrent', { description: 'What readers have now.' }),
      canRollBack: t.boolean({
        description: 'There is a file, and readers have another one, or none.',
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
      sha256: t.exposeString('sha256'),
      filePath: t.exposeString('filePath', { description: 'Under the address of the CDN.' }),
      messages: t.exposeInt('messages', { description: 'Texts in it.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
    }),
  });
}

function addPublicationList(builder: Builder, list: ListTypes, { publication, action }: PublicationTypes): void {
  const actionFilter = addEnumFilter(builder, 'TranslationPublicationActionFilter', action);
  const filter = builder.inputType('TranslationPublicationFilter', {
    description: '`language.in` names exactly one.',
    fields: (t) => ({
      language: t.field({ type: list.idFilter }),
      action: t.field({ type: actionFilter }),
      at: t.field({ type: list.instantFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'TranslationPublication', ['AT']);
  const connection = addListConnection(builder, list, 'TranslationPublication', publication);
  builder.queryField('translationPublications', (t) =>
    t.field({
      type: connection,
      description: 'What readers of one language were given, newest first.',
      extensions: needs('translation.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<PublicationRow>(publicationList, context, args, selectionOf(info)),
    }),
  );
}
