import { z } from 'zod';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import type { NamedList } from '../listing/list-definition.ts';
import type { EntityAction, EntityDeclaration, EntityRow } from './entity-declaration.ts';
import { type EntityField, entityFields, snakeCase } from './entity-field.ts';
import { entityList } from './entity-list.ts';

/** An entity of reference data, for the parts of this room. */
export interface Entity extends EntityDeclaration {
  readonly table: string;
  /** Rule of a change: every field optional, the fixed ones refused. */
  readonly changes: z.ZodObject;
  readonly inputs: readonly EntityField[];
  readonly list: NamedList;
}

/** Makes an entity of what is said about it. */
export function defineEntity(declaration: EntityDeclaration): Entity {
  const table = snakeCase(declaration.noun);
  const inputs = entityFields(declaration.fields, declaration.fixed);
  const changeable = Object.entries(declaration.fields.shape).filter(([field]) => !declaration.fixed.includes(field));
  const changes = z.strictObject(Object.fromEntries(changeable)).partial();
  return { ...declaration, table, changes, inputs, list: entityList(declaration, table, inputs) };
}

/** What the caller may do with a record now. */
export function allowedActions(entity: Entity, row: EntityRow, { caller }: RequestContext): readonly EntityAction[] {
  return callerMay(caller, entity.permissions.edit) ? entity.openActions(row) : [];
}
