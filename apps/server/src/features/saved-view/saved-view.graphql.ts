import { SAVED_VIEW_SCOPES } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { archiveView, createView, moveView, requireList, updateView } from './saved-view.service.ts';
import { setDefaultView, setTeamDefaultView } from './saved-view-default.ts';
import { mayChange, type NamedLists, readViews, type SavedViewRow, scopeOf } from './saved-view-record.ts';

const USE = needs('saved-view.use');

/** Saved views of every list that has a name: a person's own, and the team's. */
export function addSavedView(builder: Builder, { listName }: ListTypes, lists: NamedLists): void {
  const scope = addScope(builder);
  const view = addViewType(builder, listName, scope);
  builder.queryField('savedViews', (t) =>
    t.field({
      type: [view],
      description: "The caller's own views of a list in their order, then the team's.",
      extensions: USE,
      args: { list: t.arg({ type: listName, required: true }) },
      resolve: (_root, { list }, context) => {
        requireList(context, lists, list);
        return readViews(context, list);
      },
    }),
  );
  addChanges(builder, lists, view, listName, scope);
  addArranging(builder, lists, view, listName);
}

type ViewRef = ReturnType<typeof addViewType>;
type ListNameRef = ListTypes['listName'];
type ScopeRef = ReturnType<typeof addScope>;

function addScope(builder: Builder) {
  return builder.enumType('SavedViewScope', { values: SAVED_VIEW_SCOPES });
}

function addViewType(builder: Builder, listName: ListNameRef, scope: ScopeRef) {
  return builder.objectRef<SavedViewRow>('SavedView').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      list: t.expose('list', { type: listName }),
      scope: t.field({ type: scope, resolve: scopeOf }),
      name: t.exposeString('name'),
      state: t.expose('state', {
        type: 'JSON',
        description:
          '`search`, `filters` (key to the text that the address has), `sort`, `columns`, `widths`, `density`, `size`; null is the default of the list.',
      }),
      arrangement: t.expose('arrangement', {
        type: 'JSON',
        nullable: true,
        description:
          "The caller's own columns, widths, density and page size of this view, kept as the preference `view.<id>`.",
      }),
      isDefault: t.exposeBoolean('isDefault', { description: 'The list opens with it for the caller.' }),
      isTeamDefault: t.exposeBoolean('isTeamDefault', {
        description: 'The list opens with it for everybody who has chosen nothing else.',
      }),
      mayChange: t.boolean({ resolve: (row, _args, context) => mayChange(context, row) }),
      version: t.exposeInt('version'),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ updatedBySub: sub, updatedByName }) => (sub === null ? null : { sub, name: updatedByName ?? sub }),
      }),
    }),
  });
}

function addChanges(builder: Builder, lists: NamedLists, view: ViewRef, listName: ListNameRef, scope: ScopeRef): void {
  const create = builder.inputType('CreateSavedViewInput', {
    fields: (t) => ({
      list: t.field({ type: listName, required: true }),
      scope: t.field({ type: scope, required: true }),
      name: t.string({ required: true }),
      state: t.field({ type: 'JSON', required: true }),
    }),
  });
  const update = builder.inputType('UpdateSavedViewInput', {
    description: 'Absent fields stay.',
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      name: t.string(),
      state: t.field({ type: 'JSON' }),
    }),
  });
  const archive = builder.inputType('ArchiveSavedViewInput', {
    fields: (t) => ({ id: t.id({ required: true }), expectedVersion: t.int({ required: true }) }),
  });
  builder.mutationFields((t) => ({
    createSavedView: t.field({
      type: view,
      extensions: USE,
      args: { input: t.arg({ type: create, required: true }) },
      resolve: (_root, { input }, context) => createView(context, lists, input),
    }),
    updateSavedView: t.field({
      type: view,
      extensions: USE,
      args: { input: t.arg({ type: update, required: true }) },
      resolve: (_root, { input }, context) => updateView(context, lists, input),
    }),
    archiveSavedView: t.field({
      type: view,
      description: 'Answers with the view as it was.',
      extensions: USE,
      args: { input: t.arg({ type: archive, required: true }) },
      resolve: (_root, { input }, context) => archiveView(context, lists, input),
    }),
  }));
}

function addArranging(builder: Builder, lists: NamedLists, view: ViewRef, listName: ListNameRef): void {
  const move = builder.inputType('MoveSavedViewInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      before: t.id({ description: 'Another view of the same list and owner; null: to the end.' }),
    }),
  });
  const choose = builder.inputType('SetDefaultSavedViewInput', {
    fields: (t) => ({
      list: t.field({ type: listName, required: true }),
      id: t.id({ description: 'Null: the list opens as it is.' }),
    }),
  });
  builder.mutationFields((t) => ({
    moveSavedView: t.field({
      type: [view],
      description: 'Answers with all views of the list.',
      extensions: USE,
      args: { input: t.arg({ type: move, required: true }) },
      resolve: (_root, { input: { id, before } }, context) => moveView(context, lists, { id, before: before ?? null }),
    }),
    setDefaultSavedView: t.field({
      type: [view],
      description: 'Answers with all views of the list.',
      extensions: USE,
      args: { input: t.arg({ type: choose, required: true }) },
      resolve: (_root, { input: { list, id } }, context) => setDefaultView(context, lists, { list, id: id ?? null }),
    }),
    setTeamDefaultSavedView: t.field({
      type: [view],
      description: 'For everybody who has chosen nothing else; a view of the team. Answers with all views of the list.',
      extensions: USE,
      args: { input: t.arg({ type: choose, required: true }) },
      resolve: (_root, { input: { list, id } }, context) =>
        setTeamDefaultView(context, lists, { list, id: id ?? null }),
    }),
  }));
}
