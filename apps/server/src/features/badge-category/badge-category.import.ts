import { entityImport } from '../../imports/entity-import.ts';
import { badgeCategory } from './badge-category.entity.ts';

/** Badge categories by their code; new ones come last. */
export const badgeCategoryImport = entityImport(badgeCategory, {
  entity: 'BADGE_CATEGORIES',
  match: ['code'],
  links: {},
  canCreate: true,
});
