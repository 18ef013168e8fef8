import { entityImport } from '../../imports/entity-import.ts';
import { topic } from './topic.entity.ts';

/** Topics by their code; new ones come last in their category. */
export const topicImport = entityImport(topic, {
  entity: 'TOPICS',
  match: ['code'],
  links: { categoryId: { field: 'category', table: 'topic_category' } },
  canCreate: true,
});
