import { ACCOUNT_MACHINE, AWARD_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { findJob } from '../../jobs/job-record.ts';
import { awardAccountBadge, revokeAward } from './account-badge.ts';
import { startDataExport } from './account-data.ts';
import { invalidateDevice } from './account-device.ts';
import { retractNote, writeNote } from './account-note.ts';
import { setAccountTopic } from './account-topic.ts';

/** Mutations of what belongs to an account. They answer with ids: the page asks anew for the tab that it shows. */
export function addAccountBelongingsMutations(builder: Builder, jobs: JobTypes): void {
  addTopicChange(builder);
  addDeviceChange(builder);
  addBadgeChanges(builder);
  addNoteChanges(builder);
  addDataExport(builder, jobs);
}

function addTopicChange(builder: Builder): void {
  const input = builder.inputType('SetAccountTopicInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      topicId: t.id({ required: true }),
      isSubscribed: t.boolean({ required: true }),
      reason: t.string({ description: 'Needed to subscribe somebody who left the topic by their own hand.' }),
    }),
  });
  builder.mutationField('setAccountTopic', (t) =>
    t.id({
      description: 'Answers with the id of the account.',
      extensions: needs(ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: { reason, ...change } }, context) => {
        await setAccountTopic(context, { ...change, reason: reason ?? null });
        return change.id;
      },
    }),
  );
}

function addDeviceChange(builder: Builder): void {
  const input = builder.inputType('InvalidateAccountDeviceInput', {
    fields: (t) => ({ id: t.id({ required: true }), reason: t.string({ required: true }) }),
  });
  builder.mutationField('invalidateAccountDevice', (t) =>
    t.id({
      description: 'Answers with the id of the account.',
      extensions: needs(ACCOUNT_MACHINE.actions.INVALIDATE_DEVICE.permission),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: { id, reason } }, context) => invalidateDevice(context, id, reason),
    }),
  );
}

function addBadgeChanges(builder: Builder): void {
  const award = builder.inputType('AwardAccountBadgeInput', {
    fields: (t) => ({ id: t.id({ required: true }), badgeId: t.id({ required: true }), note: t.string() }),
  });
  const revoke = builder.inputType('RevokeAccountBadgeInput', {
    fields: (t) => ({ awardId: t.id({ required: true }), reason: t.string({ required: true }) }),
  });
  builder.mutationField('awardAccountBadge', (t) =>
    t.id({
      description: 'Answers with the id of the award.',
      extensions: needs(ACCOUNT_MACHINE.actions.AWARD_BADGE.permission),
      args: { input: t.arg({ type: award, required: true }) },
      resolve: (_root, { input: { note, ...given } }, context) =>
        awardAccountBadge(context, { ...given, note: note ?? null }),
    }),
  );
  builder.mutationField('revokeAccountBadge', (t) =>
    t.id({
      description: 'Answers with the id of the award.',
      extensions: needs(AWARD_MACHINE.actions.REVOKE.permission),
      args: { input: t.arg({ type: revoke, required: true }) },
      resolve: async (_root, { input: { awardId, reason } }, context) => {
        await revokeAward(context, awardId, reason);
        return awardId;
      },
    }),
  );
}

function addNoteChanges(builder: Builder): void {
  const write = builder.inputType('WriteAccountNoteInput', {
    fields: (t) => ({ id: t.id({ required: true }), text: t.string({ required: true }) }),
  });
  const retract = builder.inputType('RetractAccountNoteInput', {
    fields: (t) => ({ noteId: t.id({ required: true }), reason: t.string() }),
  });
  builder.mutationField('writeAccountNote', (t) =>
    t.id({
      description: 'Answers with the id of the note.',
      extensions: needs(ACCOUNT_MACHINE.actions.WRITE_NOTE.permission),
      args: { input: t.arg({ type: write, required: true }) },
      resolve: (_root, { input: { id, text } }, context) => writeNote(context, id, text),
    }),
  );
  builder.mutationField('retractAccountNote', (t) =>
    t.id({
      description: 'Answers with the id of the note.',
      extensions: needs('account.retract-note'),
      args: { input: t.arg({ type: retract, required: true }) },
      resolve: async (_root, { input: { noteId, reason } }, context) => {
        await retractNote(context, noteId, reason ?? null);
        return noteId;
      },
    }),
  );
}

function addDataExport(builder: Builder, { job }: JobTypes): void {
  const input = builder.inputType('ExportAccountDataInput', {
    fields: (t) => ({ id: t.id({ required: true }), reason: t.string({ required: true }) }),
  });
  builder.mutationField('exportAccountData', (t) =>
    t.field({
      type: job,
      description: 'Starts a job that writes everything that is held about the person to a file.',
      extensions: needs(ACCOUNT_MACHINE.actions.EXPORT_DATA.permission),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: { id, reason } }, context, info) =>
        findJob(context, await startDataExport(context, id, reason), selectionOf(info)),
    }),
  );
}
