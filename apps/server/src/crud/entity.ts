import { AppError, actionsOf, type Permission, type StateAction, type StateFacts } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import type { NamedList } from '../listing/list-definition.ts';
import type { EntityAction, EntityDeclaration, EntityNoun, EntityRow } from './entity-declaration.ts';
import { entityList } from './entity-list.ts';
import { type StoredField, storedFields } from './record-fields.ts';
import { snakeCase } from './snake-case.ts';
import { actionRefusal, refuseState, statedReason } from './state-change.ts';

/** An entity of reference data, with derived properties. */
export interface Entity extends EntityDeclaration {
  readonly noun: EntityNoun;
  readonly permissions: { readonly read: Permission; readonly edit: Permission };
  readonly table: string;
  readonly inputs: readonly StoredField[];
  readonly list: NamedList;
}

/** Creates an entity from its declaration. */
export function defineEntity(declaration: EntityDeclaration): Entity {
  const { noun } = declaration.record;
  const table = snakeCase(noun);
  const inputs = storedFields(declaration.record);
  const permissions = { read: `${noun}.read`, edit: `${noun}.edit` } as const;
  return { ...declaration, noun, permissions, table, inputs, list: entityList(declaration, table, inputs) };
}

/** Actions that the caller may take on a record now. */
export function allowedActions(
  { machine, openActions, permissions, fixed }: Entity,
  row: EntityRow,
  { caller, now }: RequestContext,
): readonly EntityAction[] {
  if (fixed?.(row) != null) return [];
  if (machine === undefined) return callerMay(caller, permissions.edit) ? (openActions?.(row) ?? []) : [];
  const actions = actionsOf(machine) as readonly EntityAction[];
  return actions.filter((action) => actionRefusal(machine, action, factsOf(row), caller, now) === null);
}

/** @throws AppError `state.invalid-transition` where a record does not allow an action */
export function refuseEntityAction(
  { machine, openActions, fixed }: Entity,
  row: EntityRow,
  action: EntityAction,
  now: Date,
): void {
  const why = fixed?.(row) ?? null;
  if (why !== null)
    throw new AppError('state.invalid-transition', { message: why, details: { to: action, allowed: [] } });
  if (machine !== undefined) {
    refuseState(machine, action, factsOf(row), now);
    return;
  }
  const open = openActions?.(row) ?? [];
  if (open.includes(action)) return;
  throw new AppError('state.invalid-transition', {
    message: 'This is not possible in the present state of the record.',
    details: { to: action, allowed: open },
  });
}

/** Permission of an action. */
export function permissionOf(entity: Entity, action: EntityAction): Permission {
  return entity.machine === undefined ? entity.permissions.edit : stepOf(entity, action).permission;
}

/** A reason to store, by the rule of an action. @throws AppError `reason.required`, `field.invalid` */
export function reasonOf(entity: Entity, action: EntityAction, text: string | null): string | null {
  return statedReason(entity.machine === undefined ? 'optional' : stepOf(entity, action).reason, text);
}

/** The action's entry in the state machine. */
export function stepOf({ noun, machine }: Entity, action: EntityAction): StateAction {
  const step = machine?.actions[action];
  if (step === undefined) throw new Error(`No table says what ${action} does to a ${noun}.`);
  return step;
}

function factsOf({ state }: EntityRow): StateFacts {
  return { state: String(state) };
}
