import { topicCategoryRecord } from '@backcounter/domain';
import { EntityPage } from '../../crud/entity-page.tsx';
import { plainEntity } from '../../crud/plain-entity.tsx';
import { topicCategoryDocuments } from './topic-category-record.operations.ts';

export const topicCategories = plainEntity({
  record: topicCategoryRecord,
  path: '/admin/topic-categories',
  capability: 'TOPIC_CATEGORIES',
  titleKey: 'shell.page.topic-categories',
  emptyKey: 'topic.place.no-category',
  newKey: 'topic.new.category-title',
  documents: topicCategoryDocuments,
});

/** `/admin/topic-categories`. */
export function TopicCategoryListPage() {
  return <EntityPage definition={topicCategories} />;
}
