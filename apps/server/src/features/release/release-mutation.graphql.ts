import { RELEASE_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ReleaseEnums, ReleaseRef } from './release.graphql.ts';
import { readRelease } from './release-record.ts';
import { changeReleaseState } from './release-state.ts';
import { createRelease, discardRelease, duplicateRelease, updateRelease } from './release-write.ts';

const { EDIT, PUBLISH, WITHDRAW, DUPLICATE, DISCARD } = RELEASE_MACHINE.actions;

/** Mutations of releases. Each answers with the release as it is afterwards, but for the one that deletes it. */
export function addReleaseMutations(builder: Builder, enums: ReleaseEnums, release: ReleaseRef): void {
  addWriting(builder, enums, release);
  addCopying(builder, release);
  addSteps(builder, release);
}

function addWriting(builder: Builder, enums: ReleaseEnums, release: ReleaseRef): void {
  const { create, update } = addInputs(builder, enums);
  builder.mutationField('createRelease', (t) =>
    t.field({
      type: release,
      description: 'A draft.',
      extensions: needs('release.edit'),
      args: { input: t.arg({ type: create, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        readRelease(context, await createRelease(context, input), selectionOf(info)),
    }),
  );
  builder.mutationField('updateRelease', (t) =>
    t.field({
      type: release,
      description: 'Of a release that was published the texts alone.',
      extensions: needs(EDIT.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        input: t.arg({ type: update, required: true }),
      },
      resolve: async (_root, { input, ...expected }, context, info) => {
        await updateRelease(context, expected, input);
        return readRelease(context, expected.id, selectionOf(info));
      },
    }),
  );
}

function addInputs(builder: Builder, { changeType }: ReleaseEnums) {
  const change = builder.inputType('ChangeInput', {
    fields: (t) => ({
      id: t.id({ description: 'Of a change of this release, also of another of its lists; absent: a new one.' }),
      type: t.field({ type: changeType, required: true }),
      title: t.string({ required: true }),
      description: t.string({ required: true }),
    }),
  });
  const list = builder.inputType('ChangeListInput', {
    fields: (t) => ({
      id: t.id({ description: 'Of a list of this release; absent: a new one.' }),
      title: t.string({ required: true }),
      changes: t.field({ type: [change], required: true }),
    }),
  });
  const make = (name: string, isRequired: boolean, description?: string) =>
    builder.inputType(name, {
      ...(description === undefined ? {} : { description }),
      fields: (t) => ({
        number: t.string({ required: isRequired, description: 'Semantic version, greater than every published one.' }),
        date: t.field({ type: 'DateTime', required: isRequired }),
        changeLists: t.field({ type: [list], required: isRequired }),
      }),
    });
  return {
    create: make('CreateReleaseInput', true),
    update: make('UpdateReleaseInput', false, 'Absent fields stay; the lists are whole, in their order.'),
  };
}

function addCopying(builder: Builder, release: ReleaseRef): void {
  builder.mutationField('duplicateRelease', (t) =>
    t.field({
      type: release,
      description: 'A draft with the same lists under another number.',
      extensions: needs(DUPLICATE.permission),
      args: { id: t.arg.id({ required: true }), number: t.arg.string({ required: true }) },
      resolve: async (_root, { id, number }, context, info) =>
        readRelease(context, await duplicateRelease(context, id, number), selectionOf(info)),
    }),
  );
  builder.mutationField('discardRelease', (t) =>
    t.id({
      description: 'Deletes a draft. Answers with its id.',
      extensions: needs(DISCARD.permission),
      args: { id: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
      resolve: async (_root, expected, context) => {
        await discardRelease(context, expected);
        return expected.id;
      },
    }),
  );
}

function addSteps(builder: Builder, release: ReleaseRef): void {
  builder.mutationField('publishRelease', (t) =>
    t.field({
      type: release,
      description: 'A draft, or again one that was withdrawn.',
      extensions: needs(PUBLISH.permission),
      args: { id: t.arg.id({ required: true }), expectedVersion: t.arg.int({ required: true }) },
      resolve: async (_root, expected, context, info) => {
        await changeReleaseState(context, 'PUBLISH', expected);
        return readRelease(context, expected.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('withdrawRelease', (t) =>
    t.field({
      type: release,
      extensions: needs(WITHDRAW.permission),
      args: {
        id: t.arg.id({ required: true }),
        expectedVersion: t.arg.int({ required: true }),
        reason: t.arg.string({ required: true }),
      },
      resolve: async (_root, { reason, ...expected }, context, info) => {
        await changeReleaseState(context, 'WITHDRAW', expected, reason);
        return readRelease(context, expected.id, selectionOf(info));
      },
    }),
  );
}
