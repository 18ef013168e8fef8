import type { Builder } from '../graphql/schema/builder.ts';
import type { Entity } from './entity.ts';
import { addArchive, addCreate, addMove, addUpdate } from './mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from './record.graphql.ts';
import { snakeCase } from './snake-case.ts';

/** Name of the list of an API field: `topicCategories` as `TOPIC_CATEGORIES`. */
export function listName(many: string): string {
  return snakeCase(many).toUpperCase();
}

/** Adds a plain entity: its list `many`, record and mutations. */
export function addPlainEntity(builder: Builder, shared: EntityTypes, entity: Entity, many: string): void {
  const { typeName } = entity;
  const one = `${typeName.charAt(0).toLowerCase()}${typeName.slice(1)}`;
  const refs = addEntity(builder, shared, entity, { one, many }, (t) => ({ archivedAt: archivedAt(t) }));
  for (const add of [addCreate, addUpdate, addArchive, addMove]) add(builder, entity, typeName, refs);
}
