import { AppError, type SavedViewScope } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { cancelledBy, type Database } from '../../db/client.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { NamedList } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';

/** The lists of the API, by name. */
export type NamedLists = Readonly<Record<string, NamedList>>;

/** A view, as seen by one person. */
export type SavedViewRow = Awaited<ReturnType<ReturnType<typeof visibleViews>['executeTakeFirstOrThrow']>>;

/** Key of the preference that holds a person's own arrangement of a view. */
export const arrangementKey = (id: string): string => `view.${id}`;

/** Scope of a view. */
export function scopeOf({ ownerSub }: Pick<SavedViewRow, 'ownerSub'>): SavedViewScope {
  return ownerSub === null ? 'TEAM' : 'PERSONAL';
}

/** Whether the caller may change the view: it is their own, or it is the team's and they may edit those. */
export function mayChange({ caller }: RequestContext, view: Pick<SavedViewRow, 'ownerSub'>): boolean {
  return view.ownerSub === null ? callerMay(caller, 'saved-view.edit-team') : view.ownerSub === caller.sub;
}

/** Returns a person's own views of a list in their order, then the team's. */
export function readViews(context: RequestContext, list: string): Promise<SavedViewRow[]> {
  return visibleViews(context.db, context.caller.sub)
    .where('v.list_name', '=', list)
    .orderBy(sql`v.owner_sub is null`)
    .orderBy('v.position')
    .orderBy('v.id')
    .execute(cancelledBy(context.signal));
}

/**
 * Returns a view of a list that the caller may read. Personal views of others are not found.
 * @throws AppError `record.not-found`
 */
export async function readView(context: RequestContext, lists: NamedLists, id: string): Promise<SavedViewRow> {
  const view = isUuid(id)
    ? await visibleViews(context.db, context.caller.sub).where('v.id', '=', id).executeTakeFirst()
    : undefined;
  const list = view && Object.hasOwn(lists, view.list) ? lists[view.list] : undefined;
  if (view === undefined || list === undefined || !callerMay(context.caller, list.readPermission)) {
    throw new AppError('record.not-found', { message: 'View not found.' });
  }
  return view;
}

function visibleViews(db: Kysely<Database>, sub: string) {
  return db
    .selectFrom('saved_view as v')
    .leftJoin('staff_user as u', 'u.sub', 'v.updated_by')
    .leftJoin('saved_view_default as d', (join) =>
      join.on('d.staff_sub', '=', sub).onRef('d.list_name', '=', 'v.list_name'),
    )
    .leftJoin('saved_view_team_default as t', 't.list_name', 'v.list_name')
    .leftJoin('staff_preference as p', (join) =>
      join.on('p.staff_sub', '=', sub).on('p.key', '=', sql<string>`'view.' || v.id`),
    )
    .select([
      'v.id',
      'v.list_name as list',
      'v.owner_sub as ownerSub',
      'v.name',
      'v.state',
      'v.position',
      'v.version',
      'v.updated_at as updatedAt',
      'v.updated_by as updatedBySub',
      'u.display_name as updatedByName',
      // The row of a person who chose the list without a view has no view.
      sql<boolean>`(case when d.staff_sub is null then t.view_id else d.view_id end) is not distinct from v.id`.as(
        'isDefault',
      ),
      sql<boolean>`t.view_id is not distinct from v.id`.as('isTeamDefault'),
      'p.value as arrangement',
    ])
    .where('v.archived_at', 'is', null)
    .where((eb) => eb.or([eb('v.owner_sub', 'is', null), eb('v.owner_sub', '=', sub)]));
}
