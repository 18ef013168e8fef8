import { plainEntity } from '../../crud/plain-entity.ts';

/** Groups of badges. */
export const badgeCategory = plainEntity({
  noun: 'badge-category',
  typeName: 'BadgeCategory',
  description: 'A group of badges.',
  usages: { badge: "badge b where b.category_id = r.id and b.state <> 'RETIRED'" },
});
