import { SAVED_VIEW_LIMITS, type SavedViewScope } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import { needs } from '../../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, expectedRecord, type PayloadFields } from '../../graphql/schema/mutation.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { staffField } from '../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { archiveView, createView, moveView, requireList, updateView } from './saved-view.service.ts';
import { setDefaultView, setTeamDefaultView } from './saved-view-default.ts';
import { mayChange, type NamedLists, readViews, type SavedViewRow, scopeOf } from './saved-view-record.ts';

const USE = needs('saved-view.use');
const SCOPES: Readonly<Record<SavedViewScope, string>> = {
  PERSONAL: 'Of one person.',
  TEAM: 'Of all who may read the list.',
};
const STATE =
  '`search`, `filters` (key to its text in the URL), `sort`, `columns`, `widths`, `density`, `size`, `kind` (`timeline` or `calendar`; absent: table); null is the default of the list.';

/** Saved views of every named list: a person's own, and the team's. */
export function addSavedView(builder: Builder, { listName }: ListTypes, lists: NamedLists): void {
  const scope = addEnum(builder, 'SavedViewScope', 'Owners of a saved view.', SCOPES);
  const view = addViewType(builder, listName, scope);
  builder.queryField('savedViews', (t) =>
    t.field({
      type: [view],
      description: "The caller's own views of a list in their order, then the team's.",
      extensions: USE,
      args: { list: t.arg({ type: listName, required: true, description: 'Which list.' }) },
      resolve: (_root, { list }, context) => {
        requireList(context, lists, list);
        return readViews(context, list);
      },
    }),
  );
  addChanges(builder, lists, view, listName, scope);
  addArranging(builder, lists, view, listName);
}

type ViewRef = ObjectRef<BuilderTypes, SavedViewRow>;
type ListNameRef = ListTypes['listName'];
type ScopeRef = EnumRef<BuilderTypes, SavedViewScope>;

function addViewType(builder: Builder, listName: ListNameRef, scope: ScopeRef): ViewRef {
  return builder.objectRef<SavedViewRow>('SavedView').implement({
    description: 'A saved view of a list.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      list: t.expose('list', { type: listName, description: 'The list that it belongs to.' }),
      scope: t.field({ type: scope, description: 'Owner of the view.', resolve: scopeOf }),
      name: t.exposeString('name', { description: 'Its name.' }),
      state: t.expose('state', { type: 'JSON', description: STATE }),
      arrangement: t.expose(
        'arrangement',
        orNull(
          "The caller's own columns, widths, density and page size of this view, stored as the preference `view.<id>`; null: as saved.",
          'JSON',
        ),
      ),
      isDefault: t.exposeBoolean('isDefault', { description: 'Whether the list opens with it for the caller.' }),
      isTeamDefault: t.exposeBoolean('isTeamDefault', {
        description: 'Whether the list opens with it for everyone without a choice of their own.',
      }),
      mayChange: t.boolean({
        description: 'Whether the caller may change it.',
        resolve: (row, _args, context) => mayChange(context, row),
      }),
      version: t.exposeInt('version', { description: 'Incremented by each change.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      updatedBy: staffField(t, 'updatedBy', 'Person who last changed it; null if unknown.'),
    }),
  });
}

function addChanges(builder: Builder, lists: NamedLists, view: ViewRef, listName: ListNameRef, scope: ScopeRef): void {
  const name = `Its name, at most ${SAVED_VIEW_LIMITS.nameMaxLength} characters on one line.`;
  addMutation(builder, 'createSavedView', {
    description: 'Saves a view of a list under a name; a view of the team requires `saved-view.edit-team`.',
    extensions: USE,
    input: (t) => ({
      list: t.field({ type: listName, required: true, description: 'Which list.' }),
      scope: t.field({ type: scope, required: true, description: 'Owner of the view.' }),
      name: t.string({ required: true, description: name }),
      state: t.field({ type: 'JSON', required: true, description: STATE }),
    }),
    resolve: async (input, context) => ({ savedView: await createView(context, lists, input) }),
    payload: viewPayload(view),
  });
  const patch = builder.inputType('SavedViewPatchInput', {
    description: 'Absent fields are kept.',
    fields: (t) => ({
      name: t.string({ description: name }),
      state: t.field({ type: 'JSON', description: STATE }),
    }),
  });
  addMutation(builder, 'updateSavedView', {
    description: 'Changes the name or the state of one view.',
    extensions: USE,
    input: (t) => ({
      ...expectedRecord(t, 'view'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    resolve: async ({ patch: changes, ...expected }, context) => ({
      savedView: await updateView(context, lists, { ...expected, ...changes }),
    }),
    payload: viewPayload(view),
  });
  addMutation(builder, 'archiveSavedView', {
    description: 'Deletes one view, for everyone who sees it; returns the view as it was.',
    extensions: USE,
    input: (t) => expectedRecord(t, 'view'),
    resolve: async (input, context) => ({ savedView: await archiveView(context, lists, input) }),
    payload: (t) => ({
      savedView: t.expose('savedView', { type: view, description: 'The view as it was.' }),
    }),
  });
}

function addArranging(builder: Builder, lists: NamedLists, view: ViewRef, listName: ListNameRef): void {
  addMutation(builder, 'moveSavedView', {
    description: 'Moves one view to another place in the order.',
    extensions: USE,
    input: (t) => ({
      id: t.id({ required: true, description: 'The view to move.' }),
      before: t.id({ description: 'Another view of the same list and owner; absent or null: the end.' }),
    }),
    resolve: async ({ id, before }, context) => ({
      savedViews: await moveView(context, lists, { id, before: before ?? null }),
    }),
    payload: viewsPayload(view),
  });
  addMutation(builder, 'setDefaultSavedView', {
    description: 'Sets the view that a list opens with for the caller.',
    extensions: USE,
    input: (t) => ({
      list: t.field({ type: listName, required: true, description: 'Which list.' }),
      id: t.id({ description: 'The view; absent or null: the list opens without a view.' }),
    }),
    resolve: async ({ list, id }, context) => ({
      savedViews: await setDefaultView(context, lists, { list, id: id ?? null }),
    }),
    payload: viewsPayload(view),
  });
  addMutation(builder, 'setTeamDefaultSavedView', {
    description: 'Sets the view that a list opens with for everyone without a choice of their own.',
    extensions: USE,
    input: (t) => ({
      list: t.field({ type: listName, required: true, description: 'Which list.' }),
      id: t.id({ description: 'A view of the team; absent or null: the list opens without a view.' }),
    }),
    resolve: async ({ list, id }, context) => ({
      savedViews: await setTeamDefaultView(context, lists, { list, id: id ?? null }),
    }),
    payload: viewsPayload(view),
  });
}

/** Payload of a mutation of one view: `{ savedView }`. */
function viewPayload(view: ViewRef) {
  return (t: PayloadFields<{ readonly savedView: SavedViewRow }>) => ({
    savedView: t.expose('savedView', { type: view, description: 'The view after the change.' }),
  });
}

/** Payload of a mutation that concerns all views of a list: `{ savedViews }`. */
function viewsPayload(view: ViewRef) {
  return (t: PayloadFields<{ readonly savedViews: SavedViewRow[] }>) => ({
    savedViews: t.expose('savedViews', { type: [view], description: 'All views of the list after the change.' }),
  });
}
