import { badgeCategoryFields } from '@backcounter/domain';
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
import { badgeCategoryDocuments as documents } from './badge-category.operations.ts';

export const badgeCategories = defineEntity({
  noun: 'badge-category',
  path: '/admin/badge-categories',
  list: {
    name: 'badge-categories',
    capability: 'BADGE_CATEGORIES',
    titleKey: 'shell.page.badge-categories',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'badge.place.no-category',
    columns: [nameColumn(), codeColumn(), stateColumn(), changedColumn()],
    filters: [ARCHIVED_FILTER],
    sorts: ORDER_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: { code: 'crud.field.code', nameI18n: 'crud.field.name' },
  rulesOf: () => badgeCategoryFields.shape,
  Fields: CodeAndName,
  State: EntityStatePill,
  creation: {
    titleKey: 'badge.new.category-title',
    document: documents.create,
    values: { code: null, 'nameI18n.en-US': null },
  },
  archival: { archive: documents.archive, restore: documents.restore, codeOf: ({ code }) => code },
  order: { titleKey: 'badge.order.category-title', document: documents.move, sort: 'POSITION', groupOf: () => null },
});

/** `/admin/badge-categories`. */
export function BadgeCategoryListPage() {
  return <EntityPage definition={badgeCategories} />;
}
