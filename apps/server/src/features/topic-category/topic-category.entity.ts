import { plainEntity } from '../../crud/plain-entity.ts';

/** Groups of topics. */
export const topicCategory = plainEntity({
  noun: 'topic-category',
  typeName: 'TopicCategory',
  description: 'A group of topics.',
  usages: { topic: 'topic t where t.category_id = r.id and t.archived_at is null' },
});
