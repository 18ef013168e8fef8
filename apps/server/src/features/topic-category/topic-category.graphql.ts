import { addArchive, addCreate, addMove, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/builder.ts';
import { topicCategory } from './topic-category.entity.ts';

/** Topic categories: list, record and what changes them. */
export function addTopicCategory(builder: Builder, shared: EntityTypes): void {
  const names = { one: 'topicCategory', many: 'topicCategories' };
  const refs = addEntity(builder, shared, topicCategory, names, (t) => ({ archivedAt: archivedAt(t) }));
  addCreate(builder, topicCategory, 'TopicCategory', refs);
  addUpdate(builder, topicCategory, 'TopicCategory', refs);
  addArchive(builder, topicCategory, 'TopicCategory', refs);
  addMove(builder, topicCategory, 'TopicCategory', refs);
}
