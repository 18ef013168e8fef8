import { RELEASE_MACHINE } from '@backcounter/domain';
import type { InputFieldMap } from '@pothos/core';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  type InputFields,
  type RecordPayload,
  recordPayload,
} from '../../graphql/schema/mutation.ts';
import type { ReleaseEnums, ReleaseRef } from './release.graphql.ts';
import { RELEASE_FIELDS } from './release.list.ts';
import { readRelease } from './release-record.ts';
import { changeReleaseState } from './release-state.ts';
import { createRelease, discardRelease, duplicateRelease, updateRelease } from './release-write.ts';

const { EDIT, PUBLISH, WITHDRAW, DUPLICATE, DISCARD } = RELEASE_MACHINE.actions;

/** Mutations of releases. Each returns the release after the change, except the one that deletes it. */
export function addReleaseMutations(builder: Builder, enums: ReleaseEnums, release: ReleaseRef): void {
  const payload = recordPayload('release', release, readRelease);
  addWriting(builder, enums, payload);
  addCopying(builder, payload);
  addSteps(builder, payload);
}

function addWriting(builder: Builder, enums: ReleaseEnums, payload: RecordPayload): void {
  const fieldsOf = addContentInputs(builder, enums);
  addMutation(builder, 'createRelease', {
    description: 'Creates a draft.',
    extensions: needs('release.edit'),
    input: (t) => fieldsOf(t, true),
    resolve: async (input, context) => ({ id: await createRelease(context, input) }),
    payload,
  });
  const patch = builder.inputType('ReleasePatchInput', {
    description: 'Absent fields are kept; the lists are replaced as a whole.',
    fields: (t) => fieldsOf(t, false),
  });
  addChange(builder, 'updateRelease', {
    description: 'Changes fields of one release; of a published release only the texts.',
    extensions: needs(EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'release'),
      patch: t.field({ type: patch, required: true, description: 'Changes to apply.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updateRelease(context, expected, changes),
    payload,
  });
}

function addContentInputs(builder: Builder, { changeType }: ReleaseEnums) {
  const change = builder.inputType('ChangeInput', {
    description: 'One change of the product.',
    fields: (t) => ({
      id: t.id({
        description: 'Id of a change of this release, possibly from another of its lists; absent: a new one.',
      }),
      type: t.field({ type: changeType, required: true, description: 'Kind of change.' }),
      title: t.string({ required: true, description: 'Title: the change in a few words.' }),
      description: t.string({ required: true, description: 'Description: the effect for people.' }),
    }),
  });
  const list = builder.inputType('ChangeListInput', {
    description: 'Changes under one title.',
    fields: (t) => ({
      id: t.id({ description: 'Id of a list of this release; absent: a new one.' }),
      title: t.string({
        required: true,
        description: 'Common subject of the changes, such as a part of the product.',
      }),
      changes: t.field({ type: [change], required: true, description: 'The changes, in their order.' }),
    }),
  });
  return (t: InputFields, required: boolean): InputFieldMap => ({
    ...(required ? createFields : patchFields)(t, RELEASE_FIELDS, {}),
    changeLists: t.field({ type: [list], required, description: 'The lists of changes, in their order.' }),
  });
}

function addCopying(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'duplicateRelease', {
    description: 'Creates a draft with the same lists under another number.',
    extensions: needs(DUPLICATE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The release to copy.' }),
      number: t.string({ required: true, description: 'Semantic version of the copy.' }),
    }),
    resolve: async ({ id, number }, context) => ({ id: await duplicateRelease(context, id, number) }),
    payload,
  });
  addMutation(builder, 'discardRelease', {
    description: 'Deletes a draft.',
    extensions: needs(DISCARD.permission),
    input: (t) => expectedRecord(t, 'release'),
    resolve: async (expected, context) => {
      await discardRelease(context, expected);
      return { id: expected.id };
    },
    payload: (t) => ({ releaseId: t.exposeID('id', { description: 'Id of the deleted release.' }) }),
  });
}

function addSteps(builder: Builder, payload: RecordPayload): void {
  addChange(builder, 'publishRelease', {
    description: 'Publishes a draft, or a withdrawn release again.',
    extensions: needs(PUBLISH.permission),
    input: (t) => expectedRecord(t, 'release'),
    change: (expected, context) => changeReleaseState(context, 'PUBLISH', expected),
    payload,
  });
  addChange(builder, 'withdrawRelease', {
    description: 'Withdraws a published release.',
    extensions: needs(WITHDRAW.permission),
    input: (t) => ({ ...expectedRecord(t, 'release'), reason: auditReason(t, true) }),
    change: ({ reason, ...expected }, context) => changeReleaseState(context, 'WITHDRAW', expected, reason),
    payload,
  });
}
