import { AppError, type SavedViewScope } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { cancelledBy, type Database } from '../../db/client.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import type { NamedList } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';

/** The lists of the API by their names. */
export type NamedLists = Readonly<Record<string, NamedList>>;

/** A view as one person sees it. */
export interface SavedViewRow {
  readonly id: string;
  readonly list: string;
  readonly ownerSub: string | null;
  readonly name: string;
  readonly state: unknown;
  readonly position: number;
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBySub: string | null;
  readonly updatedByName: string | null;
  /** The list opens with it for this person. */
  readonly isDefault: boolean;
  /** The list opens with it for whoever has chosen nothing else. */
  readonly isTeamDefault: boolean;
  /** How this person arranged the view for themselves; null: as it is saved. */
  readonly arrangement: unknown;
}

/** Key of the preference that holds a person's own arrangement of a view. */
export const arrangementKey = (id: string): string => `view.${id}`;

/** Whose a view is. */
export function scopeOf({ ownerSub }: Pick<SavedViewRow, 'ownerSub'>): SavedViewScope {
  return ownerSub === null ? 'TEAM' : 'PERSONAL';
}

/** True when the caller may change the view: it is theirs, or it is the team's and they look after those. */
export function mayChange({ caller }: RequestContext, view: Pick<SavedViewRow, 'ownerSub'>): boolean {
  return view.ownerSub === null ? callerMay(caller, 'saved-view.edit-team') : view.ownerSub === caller.sub;
}

/** A person's own views of a list in their order, then the team's. */
export function readViews(context: RequestContext, list: string): Promise<SavedViewRow[]> {
  return visibleViews(context.db, context.caller.sub)
    .where('v.list_name', '=', list)
    .orderBy(sql`v.owner_sub is null`)
    .orderBy('v.position')
    .orderBy('v.id')
    .execute(cancelledBy(context.signal));
}

/**
 * One view that the caller sees and whose list they may read. Somebody else's is as if it weren't there.
 * @throws AppError `record.not-found`
 */
export async function readView(context: RequestContext, lists: NamedLists, id: string): Promise<SavedViewRow> {
  const view = isUuid(id)
    ? await visibleViews(context.db, context.caller.sub).where('v.id', '=', id).executeTakeFirst()
    : undefined;
  const list = view && Object.hasOwn(lists, view.list) ? lists[view.list] : undefined;
  if (view === undefined || list === undefined || !callerMay(context.caller, list.readPermission)) {
    throw new AppError('record.not-found', { message: 'There is no such view.' });
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
      // Who has chosen the list as it is has a row without a view.
      sql<boolean>`(case when d.staff_sub is null then t.view_id else d.view_id end) is not distinct from v.id`.as(
        'isDefault',
      ),
      sql<boolean>`t.view_id is not distinct from v.id`.as('isTeamDefault'),
      'p.value as arrangement',
    ])
    .where('v.archived_at', 'is', null)
    .where((eb) => eb.or([eb('v.owner_sub', 'is', null), eb('v.owner_sub', '=', sub)]));
}
