import { actionsOf, CHANGE_TYPES, RELEASE_MACHINE, RELEASE_STATES, type ReleaseAction } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { type ActionRight, actionRights } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { type ReleaseNumbers, readNumbers } from './release-numbers.ts';
import {
  type ChangeListRow,
  type ChangeRow,
  factsOf,
  openFieldsOf,
  type ReleaseRow,
  readRelease,
} from './release-record.ts';

/** The enums that the parts of this feature share. */
export function addReleaseEnums(builder: Builder) {
  return {
    state: builder.enumType('ReleaseState', { values: RELEASE_STATES }),
    changeType: builder.enumType('ChangeType', { values: CHANGE_TYPES }),
  };
}

/** The enums of releases. */
export type ReleaseEnums = ReturnType<typeof addReleaseEnums>;
/** The type of a release. */
export type ReleaseRef = ReturnType<typeof addReleaseType>;

/** A release as people read it, `release(id)`, and the numbers that may come next. */
export function addReleaseType(builder: Builder, enums: ReleaseEnums, history: AuditConnectionRef) {
  const list = addContent(builder, enums);
  const figures = addFigures(builder);
  const right = addRight(builder);
  const person = (sub: string | null, name: string | null) => (sub === null ? null : { sub, name: name ?? sub });
  const release = builder.objectRef<ReleaseRow>('Release').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      number: t.exposeString('number', { description: 'Semantic version.' }),
      date: t.expose('date', { type: 'DateTime', description: 'Shown as the date of the release.' }),
      state: t.expose('state', { type: enums.state }),
      stateReason: t.exposeString('stateReason', { nullable: true, description: 'Why it was withdrawn.' }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime' }),
      stateChangedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.stateChangedBySub, row.stateChangedByName),
      }),
      publishedAt: t.expose('publishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'For the first time; who has read it since does not read it again.',
      }),
      publishedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.publishedBySub, row.publishedByName),
      }),
      changeLists: t.expose('changeLists', { type: [list] }),
      figures: t.field({ type: figures, resolve: (row) => row }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.createdBySub, row.createdByName),
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: (row) => person(row.updatedBySub, row.updatedByName),
      }),
      version: t.exposeInt('version', { description: 'Of the record; grows with each change.' }),
      openFields: t.stringList({
        description: 'What this person may change now: `number`, `date`, `changeLists`, `texts`.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'release.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'What this person may do with it now, and why not.',
        resolve: (row, _args, { caller, now }) => actionRights(RELEASE_MACHINE, factsOf(row), caller, now),
      }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'release', id }, args, selectionOf(info)),
      }),
    }),
  });
  builder.queryField('release', (t) =>
    t.field({
      type: release,
      nullable: true,
      extensions: needs('release.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readRelease(context, id, selectionOf(info)),
    }),
  );
  addNumbers(builder);
  return release;
}

function addNumbers(builder: Builder): void {
  const numbers = builder.objectRef<ReleaseNumbers>('ReleaseNumbers').implement({
    description: 'Numbers that may come next: greater than every published one, and those of no draft.',
    fields: (t) => ({
      latest: t.exposeString('latest', { nullable: true, description: 'The greatest that was ever published.' }),
      patch: t.exposeString('patch'),
      minor: t.exposeString('minor'),
      major: t.exposeString('major'),
    }),
  });
  builder.queryField('releaseNumbers', (t) =>
    t.field({
      type: numbers,
      extensions: needs('release.read'),
      resolve: (_root, _args, context) => readNumbers(context),
    }),
  );
}

function addContent(builder: Builder, { changeType }: ReleaseEnums) {
  const change = builder.objectRef<ChangeRow>('Change').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      type: t.expose('type', { type: changeType }),
      title: t.exposeString('title'),
      description: t.exposeString('description'),
    }),
  });
  return builder.objectRef<ChangeListRow>('ChangeList').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      title: t.exposeString('title'),
      changes: t.expose('changes', { type: [change] }),
    }),
  });
}

function addFigures(builder: Builder) {
  return builder.objectRef<ReleaseRow>('ReleaseFigures').implement({
    fields: (t) => ({
      bugs: t.exposeInt('bugs'),
      features: t.exposeInt('features'),
      improvements: t.exposeInt('improvements'),
      readers: t.exposeInt('readers', { description: 'People who marked it as read.' }),
      unread: t.exposeInt('unread', {
        description: 'Members of staff who did not; of a draft, all whom it will be shown to.',
      }),
    }),
  });
}

function addRight(builder: Builder) {
  const action = builder.enumType('ReleaseAction', { values: actionsOf(RELEASE_MACHINE) });
  return builder.objectRef<ActionRight<ReleaseAction>>('ReleaseActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
}
