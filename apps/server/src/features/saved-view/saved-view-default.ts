import type { RequestContext } from '../../graphql/request-context.ts';
import { requirePermission } from '../../graphql/request-context.ts';
import { audit, requireList } from './saved-view.service.ts';
import { fieldInvalid } from './saved-view-input.ts';
import { type NamedLists, readView, readViews, type SavedViewRow } from './saved-view-record.ts';

/** A list and the view that it opens with; null: the list without a view. */
export interface DefaultChoice {
  readonly list: string;
  readonly id: string | null;
}

/**
 * Sets the view that a list opens with for the caller. Choosing the team's default follows later changes of it. Not
 * audited, since it affects only the caller.
 * @throws AppError `record.not-found`, `access.denied`, `field.invalid`
 */
export async function setDefaultView(
  context: RequestContext,
  lists: NamedLists,
  { list, id }: DefaultChoice,
): Promise<SavedViewRow[]> {
  requireList(context, lists, list);
  const viewId = id === null ? null : (await viewOf(context, lists, { list, id })).id;
  const team = await teamDefault(context, list);
  const mine = { staff_sub: context.caller.sub, list_name: list };
  if (viewId === team) {
    await context.db
      .deleteFrom('saved_view_default')
      .where('staff_sub', '=', mine.staff_sub)
      .where('list_name', '=', list)
      .execute();
  } else {
    await context.db
      .insertInto('saved_view_default')
      .values({ ...mine, view_id: viewId })
      .onConflict((conflict) => conflict.columns(['staff_sub', 'list_name']).doUpdateSet({ view_id: viewId }))
      .execute();
  }
  return readViews(context, list);
}

/**
 * Sets the team's default: the view that a list opens with for everyone without a choice of their own.
 * @throws AppError `record.not-found`, `access.denied`, `field.invalid`
 */
export async function setTeamDefaultView(
  context: RequestContext,
  lists: NamedLists,
  { list, id }: DefaultChoice,
): Promise<SavedViewRow[]> {
  requireList(context, lists, list);
  requirePermission(context.caller, 'saved-view.edit-team');
  const view = id === null ? null : await viewOf(context, lists, { list, id });
  if (view !== null && view.ownerSub !== null) throw fieldInvalid('id', 'unknown');
  const before = await teamDefault(context, list);
  if (before === (view?.id ?? null)) return readViews(context, list);
  if (view === null) {
    await context.db.deleteFrom('saved_view_team_default').where('list_name', '=', list).execute();
  } else {
    await context.db
      .insertInto('saved_view_team_default')
      .values({ list_name: list, view_id: view.id })
      .onConflict((conflict) => conflict.column('list_name').doUpdateSet({ view_id: view.id }))
      .execute();
  }
  const changed = view?.id ?? before;
  if (changed !== null) {
    await audit(context, 'saved-view.set-team-default', changed, { isTeamDefault: [view === null, view !== null] });
  }
  return readViews(context, list);
}

async function viewOf(
  context: RequestContext,
  lists: NamedLists,
  { list, id }: { readonly list: string; readonly id: string },
): Promise<SavedViewRow> {
  const view = await readView(context, lists, id);
  if (view.list !== list) throw fieldInvalid('id', 'unknown');
  return view;
}

async function teamDefault({ db }: RequestContext, list: string): Promise<string | null> {
  const row = await db
    .selectFrom('saved_view_team_default')
    .select('view_id')
    .where('list_name', '=', list)
    .executeTakeFirst();
  return row?.view_id ?? null;
}
