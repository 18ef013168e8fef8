import { topicRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ARCHIVED_FIELD, ARCHIVED_FILTER, archiveActions, ID_KEY, noProblems } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';
import { sortBy } from '../../listing/list-parts.ts';

/** Topics, ordered by category, then by their position in it. */
export const topic = defineEntity({
  record: topicRecord,
  typeName: 'Topic',
  description: 'A subject that accounts can be notified about.',
  descriptions: {
    category: 'Ids of topic categories.',
  },
  key: ID_KEY,
  shown: { ...ARCHIVED_FIELD, subscriberCount: 'r.subscriber_count' },
  searched: CODE_AND_NAMES,
  filters: {
    ...ARCHIVED_FILTER,
    category: { kind: 'ID', sql: 'r.category_id', cast: 'uuid' },
  },
  sorts: {
    NAME: NAME_SORT,
    CODE: CODE_SORT,
    SUBSCRIBERS: sortBy.number('r.subscriber_count', 'subscriberCount'),
  },
  defaultSort: 'POSITION',
  usages: {
    account: 'account_topic_subscription s where s.topic_id = r.id and s.is_subscribed',
    notification: 'notification n where n.topic_id = r.id',
  },
  references: { categoryId: { table: 'topic_category', key: 'id', isOpen: 'archived_at is null' } },
  position: {
    within: 'categoryId',
    sql: '((select c.position::bigint from topic_category c where c.id = r.category_id) * 4294967296 + r.position)',
  },
  problems: noProblems,
  openActions: archiveActions,
});
