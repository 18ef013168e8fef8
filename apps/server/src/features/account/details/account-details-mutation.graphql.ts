import { ACCOUNT_LIMITS, ACCOUNT_MACHINE, AWARD_MACHINE } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addMutation, auditReason } from '../../../graphql/schema/mutation.ts';
import { type JobTypes, jobPayload } from '../../../jobs/job-types.graphql.ts';
import { accountPayload } from '../account-mutation.graphql.ts';
import type { AccountRef } from '../account-type.graphql.ts';
import { startDataExport } from '../privacy/account-data.job.ts';
import { awardAccountBadge, revokeAward } from './account-badge.ts';
import { invalidateDevice } from './account-device.ts';
import { retractNote, writeNote } from './account-note.ts';
import { setAccountTopic } from './account-topic.ts';

/** Mutations of an account's topics, devices, badges and notes. Clients refetch the list they show. */
export function addAccountBelongingsMutations(builder: Builder, account: AccountRef, jobs: JobTypes): void {
  addTopicChange(builder, account);
  addDeviceChange(builder, account);
  addBadgeChanges(builder);
  addNoteChanges(builder);
  addDataExport(builder, jobs);
}

function addTopicChange(builder: Builder, account: AccountRef): void {
  addMutation(builder, 'setAccountTopic', {
    description: 'Subscribes one account to a topic, or unsubscribes it; consent to messages does not change.',
    extensions: needs(ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The account.' }),
      topicId: t.id({ required: true, description: 'The topic.' }),
      isSubscribed: t.boolean({ required: true, description: 'True subscribes, false unsubscribes.' }),
      reason: t.string({
        description: 'Reason; kept in the audit trail. Required to subscribe an account whose holder unsubscribed.',
      }),
    }),
    resolve: async ({ reason, ...change }, context) => {
      await setAccountTopic(context, { ...change, reason: reason ?? null });
      return change;
    },
    payload: accountPayload(account),
  });
}

function addDeviceChange(builder: Builder, account: AccountRef): void {
  addMutation(builder, 'invalidateAccountDevice', {
    description: 'Stops notifications to one device until its app sends another push token.',
    extensions: needs(ACCOUNT_MACHINE.actions.INVALIDATE_DEVICE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The device.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ id, reason }, context) => ({ id: await invalidateDevice(context, id, reason) }),
    payload: accountPayload(account),
  });
}

function addBadgeChanges(builder: Builder): void {
  addMutation(builder, 'awardAccountBadge', {
    description: 'Awards a badge to one account; one that is not repeatable can be awarded again only after it ends.',
    extensions: needs(ACCOUNT_MACHINE.actions.AWARD_BADGE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The account.' }),
      badgeId: t.id({ required: true, description: 'The badge.' }),
      note: t.string({ description: 'Reason for the award, shown to staff.' }),
    }),
    resolve: async ({ note, ...given }, context) => ({
      awardId: await awardAccountBadge(context, { ...given, note: note ?? null }),
    }),
    payload: (t) => ({ awardId: t.exposeID('awardId', { description: 'Id of the award.' }) }),
  });
  addMutation(builder, 'revokeAccountBadge', {
    description: 'Revokes one award; others of the same badge stay.',
    extensions: needs(AWARD_MACHINE.actions.REVOKE.permission),
    input: (t) => ({
      awardId: t.id({ required: true, description: 'The award.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ awardId, reason }, context) => {
      await revokeAward(context, awardId, reason);
      return { awardId };
    },
    payload: (t) => ({ awardId: t.exposeID('awardId', { description: 'Id of the award.' }) }),
  });
}

function addNoteChanges(builder: Builder): void {
  addMutation(builder, 'writeAccountNote', {
    description: 'Writes a note about one account.',
    extensions: needs(ACCOUNT_MACHINE.actions.WRITE_NOTE.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The account.' }),
      text: t.string({ required: true, description: `The note, at most ${ACCOUNT_LIMITS.noteMaxLength} characters.` }),
    }),
    resolve: async ({ id, text }, context) => ({ noteId: await writeNote(context, id, text) }),
    payload: (t) => ({ noteId: t.exposeID('noteId', { description: 'Id of the note.' }) }),
  });
  addMutation(builder, 'retractAccountNote', {
    description: `Retracts one note. Its author needs no reason within ${ACCOUNT_LIMITS.noteRetractMinutes} minutes; later, and for notes by others, it requires \`account.retract-any-note\` and a reason.`,
    extensions: needs('account.retract-note'),
    input: (t) => ({
      noteId: t.id({ required: true, description: 'The note.' }),
      reason: t.string({ description: 'Reason; required if `retraction` of the note is `WITH_REASON`.' }),
    }),
    resolve: async ({ noteId, reason }, context) => {
      await retractNote(context, noteId, reason ?? null);
      return { noteId };
    },
    payload: (t) => ({ noteId: t.exposeID('noteId', { description: 'Id of the note.' }) }),
  });
}

function addDataExport(builder: Builder, jobs: JobTypes): void {
  addMutation(builder, 'exportAccountData', {
    description: 'Starts a job that writes everything that is held about the person to a file.',
    extensions: needs(ACCOUNT_MACHINE.actions.EXPORT_DATA.permission),
    input: (t) => ({
      id: t.id({ required: true, description: 'The account.' }),
      reason: auditReason(t, true),
    }),
    resolve: async ({ id, reason }, context) => ({ id: await startDataExport(context, id, reason) }),
    payload: jobPayload(jobs),
  });
}
