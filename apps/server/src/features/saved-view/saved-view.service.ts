import { AppError, SAVED_VIEW_LIMITS, type SavedViewScope } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import { type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import { fieldInvalid, parseName, parseState, stateChanges } from './saved-view-input.ts';
import {
  arrangementKey,
  mayChange,
  type NamedLists,
  readView,
  readViews,
  type SavedViewRow,
} from './saved-view-record.ts';

/** The views of one list with the same owner: one person, or the team. */
interface Group {
  readonly list: string;
  readonly ownerSub: string | null;
}

/** @throws AppError `access.denied`, `field.invalid` */
export async function createView(
  context: RequestContext,
  lists: NamedLists,
  input: { readonly list: string; readonly scope: SavedViewScope; readonly name: string; readonly state?: unknown },
): Promise<SavedViewRow> {
  requireList(context, lists, input.list);
  if (input.scope === 'TEAM') requirePermission(context.caller, 'saved-view.edit-team');
  const name = parseName(input.name);
  const state = parseState(input.state);
  const group = { list: input.list, ownerSub: input.scope === 'TEAM' ? null : context.caller.sub };
  const ids = await lockGroup(context, group);
  if (ids.length >= SAVED_VIEW_LIMITS.viewsMax)
    throw fieldInvalid('name', 'too-many', { max: SAVED_VIEW_LIMITS.viewsMax });
  const { id } = await nameFree(() =>
    context.db
      .insertInto('saved_view')
      .values({
        list_name: group.list,
        owner_sub: group.ownerSub,
        name,
        state: JSON.stringify(state),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from saved_view
          where list_name = ${group.list} and owner_sub is not distinct from ${group.ownerSub} and archived_at is null)`,
        created_by: context.caller.sub,
        updated_by: context.caller.sub,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await audit(context, 'saved-view.create', id, {
    name: [null, name],
    scope: [null, input.scope],
    ...stateChanges(null, state),
  });
  return readView(context, lists, id);
}

/**
 * Changes the name or the state of a view. Without a difference there is no new version and no audit event.
 * @throws AppError `record.not-found`, `record.conflict`, `access.denied`, `field.invalid`
 */
export async function updateView(
  context: RequestContext,
  lists: NamedLists,
  input: {
    readonly id: string;
    readonly expectedVersion: number;
    readonly name?: string | null | undefined;
    readonly state?: unknown;
  },
): Promise<SavedViewRow> {
  const name = input.name == null ? null : parseName(input.name);
  const state = input.state == null ? null : parseState(input.state);
  const current = await lockView(context, lists, input);
  const changes: AuditChanges = {
    ...(name === null || name === current.name ? {} : { name: [current.name, name] as const }),
    ...(state === null ? {} : stateChanges(current.state, state)),
  };
  if (Object.keys(changes).length === 0) return current;
  await nameFree(() =>
    context.db
      .updateTable('saved_view')
      .set({
        ...(name === null ? {} : { name }),
        ...(state === null ? {} : { state: JSON.stringify(state) }),
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: context.caller.sub,
      })
      .where('id', '=', input.id)
      .execute(),
  );
  await audit(context, 'saved-view.update', input.id, changes);
  return readView(context, lists, input.id);
}

/**
 * Deletes a view for everyone who sees it; it is no longer the default of anyone.
 * @throws AppError `record.not-found`, `record.conflict`, `access.denied`
 */
export async function archiveView(
  context: RequestContext,
  lists: NamedLists,
  input: { readonly id: string; readonly expectedVersion: number },
): Promise<SavedViewRow> {
  const current = await lockView(context, lists, input);
  await context.db
    .updateTable('saved_view')
    .set({
      archived_at: context.now,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: context.caller.sub,
    })
    .where('id', '=', input.id)
    .execute();
  await context.db.deleteFrom('saved_view_default').where('view_id', '=', input.id).execute();
  await context.db.deleteFrom('saved_view_team_default').where('view_id', '=', input.id).execute();
  await context.db
    .deleteFrom('staff_preference')
    .where('staff_sub', '=', context.caller.sub)
    .where('key', '=', arrangementKey(input.id))
    .execute();
  await audit(context, 'saved-view.archive', input.id, { name: [current.name, null] });
  return current;
}

/**
 * Moves a view before another one of its group, or to the end. Concurrent moves are serialized.
 * @throws AppError `record.not-found`, `access.denied`, `field.invalid`
 */
export async function moveView(
  context: RequestContext,
  lists: NamedLists,
  { id, before }: { readonly id: string; readonly before: string | null },
): Promise<SavedViewRow[]> {
  const view = await readView(context, lists, id);
  requireChange(context, view);
  const order = await lockGroup(context, view);
  const others = order.filter((each) => each !== view.id);
  const to = before === null ? others.length : others.indexOf(before.toLowerCase());
  if (to < 0) throw fieldInvalid('before', 'unknown');
  const next = [...others.slice(0, to), view.id, ...others.slice(to)];
  const from = order.indexOf(view.id);
  if (from >= 0 && from !== to) {
    await sql`update saved_view v set position = o.place
      from unnest(${next}::uuid[]) with ordinality as o (id, place)
      where v.id = o.id and v.position <> o.place`.execute(context.db);
    await audit(context, 'saved-view.move', view.id, { position: [from + 1, to + 1] });
  }
  return readViews(context, view.list);
}

/** @throws AppError `access.denied` for a list that the caller may not read */
export function requireList({ caller }: RequestContext, lists: NamedLists, name: string): void {
  const list = lists[name];
  if (list === undefined) throw new Error(`No list ${name}.`);
  requirePermission(caller, list.readPermission);
}

function requireChange(context: RequestContext, view: SavedViewRow): void {
  if (!mayChange(context, view)) requirePermission(context.caller, 'saved-view.edit-team');
}

/** Serializes changes of a group until the transaction ends, and returns its ids in order. */
async function lockGroup({ db }: RequestContext, { list, ownerSub }: Group): Promise<readonly string[]> {
  const name = JSON.stringify(['backcounter.saved-view', list, ownerSub]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
  const rows = await db
    .selectFrom('saved_view')
    .select('id')
    .where('list_name', '=', list)
    .where('owner_sub', 'is not distinct from', ownerSub)
    .where('archived_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the current view, locked until the transaction ends.
 * @throws AppError `record.not-found`, `access.denied`, `record.conflict` for another version
 */
async function lockView(
  context: RequestContext,
  lists: NamedLists,
  { id, expectedVersion }: { readonly id: string; readonly expectedVersion: number },
): Promise<SavedViewRow> {
  const seen = await readView(context, lists, id);
  requireChange(context, seen);
  await context.db.selectFrom('saved_view').select('id').where('id', '=', seen.id).forUpdate().execute();
  // Another transaction may have changed or archived it before the lock was granted.
  const current = await readView(context, lists, id);
  if (current.version !== expectedVersion) throw conflict(current);
  return current;
}

function conflict({ name, state, version, updatedAt, updatedBySub, updatedByName }: SavedViewRow): AppError {
  const updatedBy = updatedBySub === null ? null : { sub: updatedBySub, name: updatedByName ?? updatedBySub };
  return new AppError('record.conflict', {
    message: 'Another person has changed this view.',
    details: { current: { name, state, version, updatedAt: updatedAt.toISOString(), updatedBy } },
  });
}

async function nameFree<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw violatedConstraint(error)?.name === 'saved_view_name' ? fieldInvalid('name', 'taken') : error;
  }
}

/** Writes an action on a view to the audit trail. */
export function audit(
  context: RequestContext,
  action: string,
  id: string,
  { name, ...changes }: AuditChanges,
): Promise<void> {
  // Names of views may contain names of customers.
  const personalChanges = name === undefined ? {} : { name };
  return recordAudit(context, {
    action,
    entityType: 'saved-view',
    entityId: id,
    outcome: 'DONE',
    changes,
    personalChanges,
  });
}
