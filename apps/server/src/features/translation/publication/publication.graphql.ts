import type { TranslationPublicationAction } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../../graphql/schema/record-query.ts';
import { staffField } from '../../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addListConnection } from '../../../listing/list-connection.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { publicationList } from './publication.list.ts';
import { findPublication, type PublicationRow } from './publication.ts';

/** Publications: the types and the list. */
export function addPublications(builder: Builder, list: ListTypes) {
  const types = addPublicationTypes(builder);
  addPublicationList(builder, list, types);
  addRecordQuery(builder, 'translationPublication', {
    type: types.publication,
    description: 'One publication; null if not found.',
    permission: 'translation.read',
    id: 'Id of the publication.',
    read: findPublication,
  });
  return types;
}

const ACTIONS: Readonly<Record<TranslationPublicationAction, string>> = {
  SHIPPED: 'The product shipped the texts.',
  PUBLISHED: 'A person published the texts.',
  ROLLED_BACK: 'A person published an earlier file again.',
  WITHDRAWN: 'A person withdrew the language from readers.',
};

/** The types of publications. */
export interface PublicationTypes {
  readonly publication: ObjectRef<BuilderTypes, PublicationRow>;
  readonly bundle: ObjectRef<BuilderTypes, BundleRow>;
  readonly action: EnumRef<BuilderTypes, TranslationPublicationAction>;
}

function addPublicationTypes(builder: Builder): PublicationTypes {
  const action = addEnum(builder, 'TranslationPublicationAction', 'Kinds of publication.', ACTIONS);
  const bundle = addBundle(builder);
  const publication = builder.objectRef<PublicationRow>('TranslationPublication').implement({
    description: 'A publication or withdrawal of a language; never changed.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      languageId: t.exposeID('languageId', { description: 'Id of its language.' }),
      locale: t.exposeString('locale', { description: 'Its language, such as `de-DE`.' }),
      number: t.exposeInt('number', { description: 'Number within its language, from 1.' }),
      action: t.expose('action', { type: action, description: 'Kind of publication.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When it was published.' }),
      by: staffField(t, 'by', 'Publisher; null: the product.'),
      note: t.exposeString('note', orNull('Note of the publisher; the reason of a rollback or withdrawal.')),
      bundle: t.field({
        type: bundle,
        nullable: true,
        description: 'The published file; null for a withdrawal.',
        resolve: ({ bundleId, sha256, filePath, messages, bundleCreatedAt }) =>
          bundleId === null || sha256 === null || filePath === null || bundleCreatedAt === null
            ? null
            : { sha256, filePath, messages, createdAt: bundleCreatedAt },
      }),
      added: t.exposeInt('added', { description: 'Number of keys that it added.' }),
      changed: t.exposeInt('changed', { description: 'Number of keys that it changed.' }),
      removed: t.exposeInt('removed', { description: 'Number of keys that it removed; readers see those in English.' }),
      isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether it is the current publication.' }),
      canRollBack: t.boolean({
        description: 'Whether its file can be published again: it has one, and it is not the current file.',
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
  addListQuery<PublicationRow>(builder, list, {
    name: 'translationPublications',
    description: 'Publications of one language, newest first.',
    permission: 'translation.read',
    list: publicationList,
    connection: addListConnection(builder, list, 'TranslationPublication', publication),
    filter: [
      'TranslationPublicationFilter',
      'Filters of the list of publications; `language.in` names exactly one language.',
    ],
    enums: { action },
    sort: ['TranslationPublication'],
    search: null,
  });
}
