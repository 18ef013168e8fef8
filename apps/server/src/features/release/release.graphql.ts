import { type ChangeType, RELEASE_MACHINE, type ReleaseAction, type ReleaseState } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import { outputFields } from '../../crud/record-fields.graphql.ts';
import { actionRights } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { forwardArgs } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { staffField, stampFields } from '../../graphql/schema/shared-fields.ts';
import { type ChangeListRow, type ChangeRow, RELEASE_FIELDS, type ReleaseRow } from './release.list.ts';
import { type ReleaseNumbers, readNumbers } from './release-numbers.ts';
import { factsOf, openFieldsOf, readRelease } from './release-record.ts';

const STATES: Readonly<Record<ReleaseState, string>> = {
  DRAFT: 'Being written; not visible to readers.',
  PUBLISHED: 'Shown in the popup and in the changelog.',
  WITHDRAWN: 'No longer shown; it can be published again.',
};
const TYPES: Readonly<Record<ChangeType, string>> = {
  BUG: 'Something that was broken works.',
  FEATURE: 'Something new is possible.',
  IMPROVEMENT: 'Something works better than before.',
};
const ACTIONS: Readonly<Record<ReleaseAction, string>> = {
  EDIT: 'Change its fields.',
  PUBLISH: 'Publish it.',
  WITHDRAW: 'Withdraw it.',
  DUPLICATE: 'Create a draft with the same lists.',
  DISCARD: 'Delete a draft.',
};

/** Enums shared by the parts of this feature. */
export interface ReleaseEnums {
  readonly state: EnumRef<BuilderTypes, ReleaseState>;
  readonly changeType: EnumRef<BuilderTypes, ChangeType>;
}

/** Adds the enums of releases. */
export function addReleaseEnums(builder: Builder): ReleaseEnums {
  return {
    state: addEnum(builder, 'ReleaseState', 'State of a release.', STATES),
    changeType: addEnum(builder, 'ChangeType', 'Kind of change.', TYPES),
  };
}

/** The type of a release. */
export type ReleaseRef = ObjectRef<BuilderTypes, ReleaseRow>;

/** Adds the type of releases, `release(id)`, and the possible next numbers. */
export function addReleaseType(builder: Builder, enums: ReleaseEnums, history: AuditConnectionRef): ReleaseRef {
  const list = addContent(builder, enums);
  const figures = addFigures(builder);
  const right = addActionRight(builder, 'Release', 'a release', ACTIONS);
  const release = builder.objectRef<ReleaseRow>('Release').implement({
    description: 'Notes on a version of the product.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      ...outputFields(t, RELEASE_FIELDS),
      state: t.expose('state', { type: enums.state, description: 'State of the release.' }),
      stateReason: t.exposeString('stateReason', orNull('Why it was withdrawn; null unless withdrawn.')),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When it entered this state.' }),
      stateChangedBy: staffField(t, 'stateChangedBy', 'Person who set this state; null if unknown.'),
      publishedAt: t.expose(
        'publishedAt',
        orNull(
          'When it was first published; people who have read it since do not see it again. Null for a draft.',
          'DateTime',
        ),
      ),
      publishedBy: staffField(t, 'publishedBy', 'Person who first published it; null for a draft.'),
      changeLists: t.expose('changeLists', { type: [list], description: 'Its lists of changes, in their order.' }),
      figures: t.field({
        type: figures,
        description: 'Number of changes and readers.',
        resolve: (row) => row,
      }),
      ...stampFields(t),
      createdBy: staffField(t, 'createdBy', 'Person who created it; null if unknown.'),
      openFields: t.stringList({
        description: 'Fields that the caller may change now: `number`, `date`, `changeLists`, `texts`.',
        resolve: (row, _args, { caller }) => (callerMay(caller, 'release.edit') ? [...openFieldsOf(row)] : []),
      }),
      actions: t.field({
        type: [right],
        description: 'Actions that the caller may take now, and why others are refused.',
        resolve: (row, _args, { caller, now }) => actionRights(RELEASE_MACHINE, factsOf(row), caller, now),
      }),
      history: t.field({
        type: history,
        description: 'Its audit events, newest first.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          auditHistory(context, { type: 'release', id }, args, selectionOf(info)),
      }),
    }),
  });
  addRecordQuery(builder, 'release', {
    type: release,
    description: 'One release; null if not found.',
    permission: 'release.read',
    id: 'Id of the release.',
    read: readRelease,
  });
  addNumbers(builder);
  return release;
}

function addNumbers(builder: Builder): void {
  const numbers = builder.objectRef<ReleaseNumbers>('ReleaseNumbers').implement({
    description: 'Possible next numbers: greater than every published one, and not used by a draft.',
    fields: (t) => ({
      latest: t.exposeString('latest', orNull('Greatest number ever published; null: none.')),
      patch: t.exposeString('patch', { description: 'Next number for a release of bug fixes.' }),
      minor: t.exposeString('minor', { description: 'Next number for a release with new features.' }),
      major: t.exposeString('major', { description: 'Next number for a release with breaking changes.' }),
    }),
  });
  builder.queryField('releaseNumbers', (t) =>
    t.field({
      type: numbers,
      description: 'Possible numbers for a new release.',
      extensions: needs('release.read'),
      resolve: (_root, _args, context) => readNumbers(context),
    }),
  );
}

function addContent(builder: Builder, { changeType }: ReleaseEnums) {
  const change = builder.objectRef<ChangeRow>('Change').implement({
    description: 'One change of the product.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      type: t.expose('type', { type: changeType, description: 'Kind of change.' }),
      title: t.exposeString('title', { description: 'Title: the change in a few words.' }),
      description: t.exposeString('description', { description: 'Description: the effect for people.' }),
    }),
  });
  return builder.objectRef<ChangeListRow>('ChangeList').implement({
    description: 'Changes under one title.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      title: t.exposeString('title', {
        description: 'Common subject of the changes, such as a part of the product.',
      }),
      changes: t.expose('changes', { type: [change], description: 'The changes, in their order.' }),
    }),
  });
}

function addFigures(builder: Builder) {
  return builder.objectRef<ReleaseRow>('ReleaseFigures').implement({
    description: 'Number of changes and readers.',
    fields: (t) => ({
      bugs: t.exposeInt('bugs', { description: 'Number of changes of the type `BUG`.' }),
      features: t.exposeInt('features', { description: 'Number of changes of the type `FEATURE`.' }),
      improvements: t.exposeInt('improvements', { description: 'Number of changes of the type `IMPROVEMENT`.' }),
      readers: t.exposeInt('readers', { description: 'Number of people who marked it as read.' }),
      unread: t.exposeInt('unread', {
        description: 'Number of staff who did not mark it as read; for a draft, of all staff who will see it.',
      }),
    }),
  });
}
