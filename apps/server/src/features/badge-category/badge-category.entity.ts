import { badgeCategoryRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import {
  ARCHIVED_FIELD,
  ARCHIVED_FILTER,
  archiveActions,
  ID_KEY,
  noProblems,
  ONE_ORDER,
} from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Groups of badges. */
export const badgeCategory = defineEntity({
  record: badgeCategoryRecord,
  typeName: 'BadgeCategory',
  description: 'A group of badges.',
  permissions: { read: 'badge-category.read', edit: 'badge-category.edit' },
  key: ID_KEY,
  shown: ARCHIVED_FIELD,
  searched: CODE_AND_NAMES,
  filters: ARCHIVED_FILTER,
  sorts: { NAME: NAME_SORT, CODE: CODE_SORT },
  defaultSort: 'POSITION',
  usages: { badge: "badge b where b.category_id = r.id and b.state <> 'RETIRED'" },
  references: {},
  position: ONE_ORDER,
  problems: noProblems,
  openActions: archiveActions,
});
