import { addArchive, addCreate, addMove, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/builder.ts';
import { badgeCategory } from './badge-category.entity.ts';

/** Badge categories: list, record and what changes them. */
export function addBadgeCategory(builder: Builder, shared: EntityTypes): void {
  const names = { one: 'badgeCategory', many: 'badgeCategories' };
  const refs = addEntity(builder, shared, badgeCategory, names, (t) => ({ archivedAt: archivedAt(t) }));
  addCreate(builder, badgeCategory, 'BadgeCategory', refs);
  addUpdate(builder, badgeCategory, 'BadgeCategory', refs);
  addArchive(builder, badgeCategory, 'BadgeCategory', refs);
  addMove(builder, badgeCategory, 'BadgeCategory', refs);
}
