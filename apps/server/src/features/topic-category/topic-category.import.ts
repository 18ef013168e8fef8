import { entityImport } from '../../imports/entity-import.ts';
import { topicCategory } from './topic-category.entity.ts';

/** Imports topic categories by code; new ones are appended. */
export const topicCategoryImport = entityImport(topicCategory, {
  entity: 'TOPIC_CATEGORIES',
  match: ['code'],
  links: {},
  canCreate: true,
});
