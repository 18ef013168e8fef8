import { plainEntity } from '../../records/plain-entity.tsx';
import { badgeCategoryDocuments } from './badge-category-record.operations.ts';

/** `/admin/badge-categories`. */
export const badgeCategories = plainEntity({
  noun: 'badge-category',
  path: '/admin/badge-categories',
  capability: 'BADGE_CATEGORIES',
  titleKey: 'shell.page.badge-categories',
  emptyKey: 'badge.place.no-category',
  newKey: 'badge.new.category-title',
  documents: badgeCategoryDocuments,
});
