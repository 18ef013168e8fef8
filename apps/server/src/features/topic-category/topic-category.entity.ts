import { topicCategoryRecord } from '@backcounter/domain';
import { plainEntity } from '../../crud/plain-entity.ts';

/** Groups of topics. */
export const topicCategory = plainEntity({
  record: topicCategoryRecord,
  typeName: 'TopicCategory',
  description: 'A group of topics.',
  permissions: { read: 'topic-category.read', edit: 'topic-category.edit' },
  usages: { topic: 'topic t where t.category_id = r.id and t.archived_at is null' },
});
