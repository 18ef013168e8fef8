import { badgeCategoryRecord } from '@backcounter/domain';
import { plainEntity } from '../../crud/plain-entity.ts';

/** Groups of badges. */
export const badgeCategory = plainEntity({
  record: badgeCategoryRecord,
  typeName: 'BadgeCategory',
  description: 'A group of badges.',
  permissions: { read: 'badge-category.read', edit: 'badge-category.edit' },
  usages: { badge: "badge b where b.category_id = r.id and b.state <> 'RETIRED'" },
});
