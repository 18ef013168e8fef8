import { topicCategoryFields } from '@backcounter/domain';
import {
  ARCHIVED_FILTER,
  changedColumn,
  codeColumn,
  nameColumn,
  ORDER_SORTS,
  phoneRow,
  stateColumn,
} from '../../crud/entity-columns.tsx';
import { defineEntity } from '../../crud/entity-definition.ts';
import { CodeAndName } from '../../crud/entity-fields.tsx';
import { EntityPage } from '../../crud/entity-page.tsx';
import { EntityState, EntityStatePill } from '../../crud/entity-state.tsx';
import { topicCategoryDocuments as documents } from './topic-category.operations.ts';

export const topicCategories = defineEntity({
  noun: 'topic-category',
  path: '/admin/topic-categories',
  list: {
    name: 'topic-categories',
    capability: 'TOPIC_CATEGORIES',
    titleKey: 'shell.page.topic-categories',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'topic.place.no-category',
    columns: [nameColumn(), codeColumn(), stateColumn(), changedColumn()],
    filters: [ARCHIVED_FILTER],
    sorts: ORDER_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: { code: 'crud.field.code', nameI18n: 'crud.field.name' },
  rulesOf: () => topicCategoryFields.shape,
  Fields: CodeAndName,
  State: EntityStatePill,
  creation: {
    titleKey: 'topic.new.category-title',
    document: documents.create,
    values: { code: null, 'nameI18n.en-US': null },
  },
  archival: { archive: documents.archive, restore: documents.restore, codeOf: ({ code }) => code },
  order: { titleKey: 'topic.order.category-title', document: documents.move, sort: 'POSITION', groupOf: () => null },
});

/** `/admin/topic-categories`. */
export function TopicCategoryListPage() {
  return <EntityPage definition={topicCategories} />;
}
