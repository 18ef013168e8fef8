import { entityImport } from '../../imports/entity-import.ts';
import { badge } from './badge.entity.ts';

/** Imports badges by code; new ones are drafts without a picture. */
export const badgeImport = entityImport(badge, {
  entity: 'BADGES',
  match: ['code'],
  links: { categoryId: { field: 'category', table: 'badge_category' } },
  canCreate: true,
});
