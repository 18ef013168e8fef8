import { plainEntity } from '../../records/plain-entity.tsx';
import { topicCategoryDocuments } from './topic-category-record.operations.ts';

/** `/admin/topic-categories`. */
export const topicCategories = plainEntity({
  noun: 'topic-category',
  path: '/admin/topic-categories',
  capability: 'TOPIC_CATEGORIES',
  titleKey: 'shell.page.topic-categories',
  emptyKey: 'topic.place.no-category',
  newKey: 'topic.new.category-title',
  documents: topicCategoryDocuments,
});
