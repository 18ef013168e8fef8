import { entityImport } from '../../imports/entity-import.ts';
import { topicCategory } from './topic-category.entity.ts';

/** Topic categories by their code; new ones come last. */
export const topicCategoryImport = entityImport(topicCategory, {
  entity: 'TOPIC_CATEGORIES',
  match: ['code'],
  links: {},
  canCreate: true,
});
