import { entityImport } from '../../imports/entity-import.ts';
import { topic } from './topic.entity.ts';

/** Imports topics by code; new ones are appended to their category. */
export const topicImport = entityImport(topic, {
  entity: 'TOPICS',
  match: ['code'],
  links: { categoryId: { field: 'category', table: 'topic_category' } },
  canCreate: true,
});
