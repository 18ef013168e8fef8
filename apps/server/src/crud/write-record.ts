import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '@backcounter/domain';
import { type RawBuilder, sql } from 'kysely';
import { type AuditChanges, type AuditEntry, recordAudit } from '../audit/record-audit.ts';
import { violatedConstraint } from '../graphql/constraint-violation.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { type Entity, reasonOf, refuseEntityAction, stepOf } from './entity.ts';
import type { EntityAction, EntityRow, EntityValues } from './entity-declaration.ts';
import { fieldsInvalid, parseFields, refuseProblems } from './field-input.ts';
import { lockOrder, nextPosition } from './move-record.ts';
import { type Expected, lockRecord } from './read-record.ts';
import { trailOf } from './record-fields.ts';
import { snakeCase } from './snake-case.ts';

/**
 * Creates a record; one with a position is added at the end. Returns its id.
 * @throws AppError `field.invalid`
 */
export async function createRecord(context: EffectContext, entity: Entity, input: object): Promise<string> {
  const values: EntityValues = parseFields(entity.record.whole, input);
  refuseProblems(entity.problems(values));
  entity.refuse?.(values, context);
  await checkReferences(context, entity, values);
  const columns = columnsOf(values);
  if (entity.position !== null) {
    await lockOrder(context, entity, values);
    columns.set('position', nextPosition(entity, values));
  }
  columns.set('created_by', sql`${context.caller.sub}`).set('updated_by', sql`${context.caller.sub}`);
  const { rows } = await write(entity, () =>
    sql<{ id: string }>`
      insert into ${sql.table(entity.table)} (${sql.join([...columns.keys()].map((column) => sql.ref(column)))})
      values (${sql.join([...columns.values()])})
      returning ${sql.ref(entity.key.column)}::text as id`.execute(context.db),
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`No row was written to ${entity.table}.`);
  await recordAudit(context, {
    action: `${entity.noun}.create`,
    entityType: entity.noun,
    entityId: id,
    outcome: 'DONE',
    ...trailOf(entity.inputs, () => null, values),
  });
  return id;
}

/**
 * Changes the given fields; the record before if any differs, otherwise null. Without a difference there is no new version and no audit event.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`
 */
export async function updateRecord(
  context: EffectContext,
  entity: Entity,
  expected: Expected,
  input: object,
): Promise<EntityValues | null> {
  const values: EntityValues = parseFields(entity.record.patch, input);
  const { within } = entity.position ?? { within: null };
  const isMovingOver = within !== null && values[within] !== undefined;
  if (isMovingOver) await lockOrder(context, entity, values);
  const current = await lockRecord(context, entity, expected);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isDeepStrictEqual(value, current[field])),
  );
  if (Object.keys(changed).length === 0) return null;
  refuseEntityAction(entity, current, 'EDIT', context.now);
  refuseProblems(entity.problems({ ...current, ...changed }));
  entity.refuse?.(changed, context);
  await checkReferences(context, entity, changed);
  const columns = columnsOf(changed);
  if (isMovingOver && changed[within] !== undefined) columns.set('position', nextPosition(entity, values));
  const id = current.id;
  await writeRecord(context, entity, id, columns);
  await recordChange(
    context,
    entity,
    id,
    'update',
    trailOf(entity.inputs, ({ name }) => current[name], changed),
    null,
  );
  return current;
}

/** Effect of an action on a record. */
interface ActionChange {
  /** Values by column. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly changes: AuditChanges;
}

/**
 * Sets columns that no form has, as a separate action: `archive`, `activate`; does nothing where `change` is null.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`,
 * `field.invalid` for the reason
 */
export async function applyAction(
  context: EffectContext,
  entity: Entity,
  expected: Expected,
  action: EntityAction,
  reason: string | null,
  change: (current: EntityRow) => ActionChange | null,
): Promise<void> {
  const stated = reasonOf(entity, action, reason);
  const current = await lockRecord(context, entity, expected);
  refuseEntityAction(entity, current, action, context.now);
  const changed = change(current);
  if (changed === null) return;
  const { columns, changes } = changed;
  const written = Object.entries(columns).map(([column, value]) => [column, sql`${value}`] as const);
  const id = current.id;
  await writeRecord(context, entity, id, new Map(written));
  await recordChange(context, entity, id, action === 'EDIT' ? 'update' : action.toLowerCase(), { changes }, stated);
}

/**
 * Moves a record to the next state of its state machine, and stores the reason. `check` refuses transitions that the
 * state alone would allow.
 * @throws AppError as `applyAction` does
 */
export async function changeState(
  context: EffectContext,
  entity: Entity,
  action: EntityAction,
  expected: Expected,
  reason: string | null,
  check: (current: EntityRow) => void = () => undefined,
): Promise<void> {
  const { to, reason: rule } = stepOf(entity, action);
  const kept = rule === 'required' ? reasonOf(entity, action, reason) : null;
  await applyAction(context, entity, expected, action, reason, (current) => {
    check(current);
    const { state, stateReason } = current;
    const isReasonNew = stateReason !== undefined && stateReason !== kept;
    return {
      columns: { state: to, ...(isReasonNew && { state_reason: kept }) },
      changes: { state: [state, to], ...(isReasonNew && { stateReason: [stateReason, kept] }) },
    };
  });
}

/** Archives a record: it is hidden from new choices, and existing references remain. */
export async function archiveRecord(
  context: EffectContext,
  entity: Entity,
  expected: Expected,
  reason: string | null,
): Promise<void> {
  const archivedAt = context.now.toISOString();
  await applyAction(context, entity, expected, 'ARCHIVE', reason, () => ({
    columns: { archived_at: archivedAt },
    changes: { archivedAt: [null, archivedAt] },
  }));
}

/** Restores a record from the archive. */
export async function restoreRecord(
  context: EffectContext,
  entity: Entity,
  expected: Expected,
  reason: string | null,
): Promise<void> {
  await applyAction(context, entity, expected, 'RESTORE', reason, ({ archivedAt }) => ({
    columns: { archived_at: null },
    changes: { archivedAt: [archivedAt, null] },
  }));
}

async function checkReferences(context: EffectContext, { references }: Entity, values: EntityValues): Promise<void> {
  for (const [field, { table, key, isOpen }] of Object.entries(references)) {
    const id = values[field];
    if (id == null) continue;
    const text = `select ${isOpen} as is_open from ${table} where ${key} = $1`;
    const [found] = await context.sql.rows<{ is_open: boolean }>({ text, name: null }, [id], {
      signal: context.signal,
      timeoutMs: REFERENCE_TIMEOUT_MS,
    });
    if (found === undefined) throw fieldsInvalid({ [field]: [{ rule: 'unknown' }] });
    if (!found.is_open) throw fieldsInvalid({ [field]: [{ rule: 'not-in-use' }] });
  }
}

const REFERENCE_TIMEOUT_MS = 2_000;

type Columns = Map<string, RawBuilder<unknown>>;

function columnsOf(values: EntityValues): Columns {
  return new Map(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => {
        const isMap = typeof value === 'object' && value !== null;
        return [snakeCase(field), sql`${isMap ? JSON.stringify(value) : value}`];
      }),
  );
}

/** Writes columns of a locked record as its next version. */
async function writeRecord(context: EffectContext, entity: Entity, id: string, columns: Columns): Promise<void> {
  const sets = [...columns].map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await write(entity, () =>
    sql`
      update ${sql.table(entity.table)}
      set ${sql.join(sets)}, version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
      where ${sql.ref(entity.key.column)} = ${id}`.execute(context.db),
  );
}

async function recordChange(
  context: EffectContext,
  entity: Entity,
  id: string,
  verb: string,
  trail: Pick<AuditEntry, 'changes' | 'personalChanges'>,
  reason: string | null,
): Promise<void> {
  const action = `${entity.noun}.${verb}`;
  await recordAudit(context, { action, entityType: entity.noun, entityId: id, outcome: 'DONE', reason, ...trail });
}

/**
 * Runs a statement; a violated constraint becomes a problem of the field whose column the constraint is named after.
 */
async function write<Result>(entity: Entity, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw constraintProblem(entity, error) ?? error;
  }
}

const RULES = { unique: 'taken', check: 'invalid', reference: 'unknown' } as const;

function constraintProblem(entity: Entity, error: unknown): AppError | null {
  const violated = violatedConstraint(error);
  if (violated === null) return null;
  const columns = violated.name.replace(/_(key|check|fkey)$/, '');
  // Of a key of several columns, the last one is the person's choice.
  const field = entity.inputs.find(({ name }) => columns.endsWith(`_${snakeCase(name)}`));
  if (field === undefined) return null;
  // A key of another table: its rows depend on the value to be changed.
  const isElsewhere = violated.kind === 'reference' && !violated.name.startsWith(`${entity.table}_`);
  if (isElsewhere) return fieldsInvalid({ [field.name]: [{ rule: 'in-use' }] });
  const misplaced = violated.kind === 'reference' ? entity.references[field.name]?.misplaced : undefined;
  return fieldsInvalid({ [field.name]: [{ rule: misplaced ?? RULES[violated.kind] }] });
}
