import { topicCategoryRecord } from '@backcounter/domain';
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

/** Groups of topics. */
export const topicCategory = defineEntity({
  record: topicCategoryRecord,
  typeName: 'TopicCategory',
  description: 'A group of topics.',
  permissions: { read: 'topic-category.read', edit: 'topic-category.edit' },
  key: ID_KEY,
  shown: ARCHIVED_FIELD,
  searched: CODE_AND_NAMES,
  filters: ARCHIVED_FILTER,
  sorts: { NAME: NAME_SORT, CODE: CODE_SORT },
  defaultSort: 'POSITION',
  usages: { topic: 'topic t where t.category_id = r.id and t.archived_at is null' },
  references: {},
  position: ONE_ORDER,
  problems: noProblems,
  openActions: archiveActions,
});
