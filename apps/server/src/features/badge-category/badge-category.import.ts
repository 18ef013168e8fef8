import { entityImport } from '../../imports/entity-import.ts';
import { badgeCategory } from './badge-category.entity.ts';

/** Imports badge categories by code; new ones are appended. */
export const badgeCategoryImport = entityImport(badgeCategory, {
  entity: 'BADGE_CATEGORIES',
  match: ['code'],
  links: {},
  canCreate: true,
});
