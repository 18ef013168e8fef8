import { badgeCategoryRecord } from '@backcounter/domain';
import { EntityPage } from '../../crud/entity-page.tsx';
import { plainEntity } from '../../crud/plain-entity.tsx';
import { badgeCategoryDocuments } from './badge-category-record.operations.ts';

export const badgeCategories = plainEntity({
  record: badgeCategoryRecord,
  path: '/admin/badge-categories',
  capability: 'BADGE_CATEGORIES',
  titleKey: 'shell.page.badge-categories',
  emptyKey: 'badge.place.no-category',
  newKey: 'badge.new.category-title',
  documents: badgeCategoryDocuments,
});

/** `/admin/badge-categories`. */
export function BadgeCategoryListPage() {
  return <EntityPage definition={badgeCategories} />;
}
