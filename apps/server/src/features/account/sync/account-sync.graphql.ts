import { MACHINE_ROWS_MAX } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { RowProblem } from '../../../imports/import-definition.ts';
import { ACCOUNT_FIELDS } from '../account-change.ts';
import { type AccountSyncResult, type SyncOutcome, syncAccounts } from './account-sync.ts';
import { type DeviceSyncOutcome, type DeviceSyncResult, syncAccountDevices } from './account-sync-devices.ts';
import { syncAccountTopics, type TopicSyncOutcome, type TopicSyncResult } from './account-sync-topics.ts';

const FIREBASE_ID = 'User id in Firebase.';
const PROBLEMS = 'Problems of the row; empty unless it was refused.';
const RESULTS = 'One result per row, in the order given.';

/** Mutations for machine clients with the scope `account.sync`: the company's own systems keep accounts up to date. */
export function addAccountSync(builder: Builder): void {
  const problem = builder.objectRef<RowProblem>('RowProblem').implement({
    extensions: IN_PUBLIC,
    description: 'A problem of a row.',
    fields: (t) => ({
      field: t.exposeString('field', orNull('Invalid field; null: the row as a whole.')),
      rule: t.exposeString('rule', { description: 'Violated rule, such as `too-long`.' }),
      params: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Values of the rule, such as `{"max": 80}`; null without any.',
        resolve: ({ params }) => params ?? null,
      }),
    }),
  });
  addAccounts(builder, problem);
  addTopics(builder, problem);
  addDevices(builder, problem);
}

type ProblemRef = ObjectRef<BuilderTypes, RowProblem>;

const ACCOUNT_OUTCOMES: Readonly<Record<SyncOutcome, string>> = {
  CREATED: 'The account is new.',
  UPDATED: 'The account has changed.',
  UNCHANGED: 'The account had these values already.',
  REFUSED: 'Nothing was changed; `problems` say why.',
};

/** Areas are identified by code. */
const SYNCED = ACCOUNT_FIELDS.filter(({ kind }) => kind !== 'ID');

function described(kind: string, description: string): string {
  return kind === 'DATE' ? description.replace(/\.$/, ', `YYYY-MM-DD`.') : description;
}

function addAccounts(builder: Builder, problem: ProblemRef): void {
  const outcome = addEnum(builder, 'AccountSyncOutcome', 'Outcome of a row.', ACCOUNT_OUTCOMES);
  const input = builder.inputType('AccountSyncInput', {
    description: 'Absent fields do not change; null clears. A new account needs a country.',
    fields: (t) => ({
      firebaseId: t.string({ required: true, description: `${FIREBASE_ID} It identifies the account.` }),
      areaCode: t.string({ description: 'Code of the area; null where the account is in no area.' }),
      // Dates are texts, so that an invalid value refuses only its row.
      ...Object.fromEntries(
        SYNCED.map(({ name, kind, description }) => [
          name,
          kind === 'BOOLEAN' ? t.boolean({ description }) : t.string({ description: described(kind, description) }),
        ]),
      ),
    }),
  });
  const result = builder.objectRef<AccountSyncResult>('AccountSyncResult').implement({
    extensions: IN_PUBLIC,
    description: 'Result of one account.',
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId', { description: FIREBASE_ID }),
      outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the row.' }),
      accountId: t.exposeID('accountId', orNull('Id of the account; null where there is none.')),
      problems: t.expose('problems', { type: [problem], description: PROBLEMS }),
      warnings: t.expose('warnings', {
        type: [problem],
        description: 'Values that were replaced: a `timezone` that is none, with the time zone of the country.',
      }),
    }),
  });
  addMutation(builder, 'syncAccounts', {
    description: 'Creates and changes accounts by Firebase id, each row independently.',
    extensions: needsScope('account.sync'),
    input: (t) => ({
      accounts: t.field({ type: [input], required: true, description: rows('accounts') }),
    }),
    resolve: async ({ accounts }, context) => ({ results: await syncAccounts(context, accounts) }),
    payload: (t) => ({ results: t.expose('results', { type: [result], description: RESULTS }) }),
  });
}

const TOPIC_OUTCOMES: Readonly<Record<TopicSyncOutcome, string>> = {
  CHANGED: 'The decision was recorded.',
  UNCHANGED: 'The decision was recorded already.',
  REFUSED: 'Nothing was changed; `problems` say why.',
};

function addTopics(builder: Builder, problem: ProblemRef): void {
  const outcome = addEnum(builder, 'TopicSyncOutcome', 'Outcome of a row.', TOPIC_OUTCOMES);
  const input = builder.inputType('TopicSyncInput', {
    description: 'A decision of an account holder about a topic.',
    fields: (t) => ({
      firebaseId: t.string({ required: true, description: FIREBASE_ID }),
      topic: t.string({ required: true, description: 'Code of the topic.' }),
      isSubscribed: t.boolean({ required: true, description: 'True subscribes, false unsubscribes.' }),
    }),
  });
  const result = builder.objectRef<TopicSyncResult>('TopicSyncResult').implement({
    extensions: IN_PUBLIC,
    description: 'Result of one decision.',
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId', { description: FIREBASE_ID }),
      topic: t.exposeString('topic', { description: 'Code of the topic.' }),
      outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the row.' }),
      problems: t.expose('problems', { type: [problem], description: PROBLEMS }),
    }),
  });
  addMutation(builder, 'syncAccountTopics', {
    description: 'Records decisions of account holders about topics, each row independently.',
    extensions: needsScope('account.sync'),
    input: (t) => ({
      decisions: t.field({ type: [input], required: true, description: rows('decisions') }),
    }),
    resolve: async ({ decisions }, context) => ({ results: await syncAccountTopics(context, decisions) }),
    payload: (t) => ({ results: t.expose('results', { type: [result], description: RESULTS }) }),
  });
}

const DEVICE_OUTCOMES: Readonly<Record<DeviceSyncOutcome, string>> = {
  ADDED: 'The device is new.',
  REFRESHED: 'The push token was known and has been refreshed.',
  REFUSED: 'Nothing was changed; `problems` say why.',
};

function addDevices(builder: Builder, problem: ProblemRef): void {
  const outcome = addEnum(builder, 'DeviceSyncOutcome', 'Outcome of a row.', DEVICE_OUTCOMES);
  const platform = addEnum(builder, 'DeviceSyncPlatform', 'Platform of an app.', {
    ANDROID: 'Android.',
    IOS: 'iOS.',
  });
  const input = builder.inputType('DeviceSyncInput', {
    description: 'A push token reported by an app.',
    fields: (t) => ({
      firebaseId: t.string({ required: true, description: FIREBASE_ID }),
      platform: t.field({ type: platform, required: true, description: 'Platform of the app.' }),
      pushToken: t.string({ required: true, description: 'Registration token of Firebase Cloud Messaging.' }),
      appVersion: t.string({ description: 'Version of the app.' }),
    }),
  });
  const result = builder.objectRef<DeviceSyncResult>('DeviceSyncResult').implement({
    extensions: IN_PUBLIC,
    description: 'Result of one push token.',
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId', { description: FIREBASE_ID }),
      outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the row.' }),
      problems: t.expose('problems', { type: [problem], description: PROBLEMS }),
    }),
  });
  addMutation(builder, 'syncAccountDevices', {
    description: 'Records push tokens reported by apps, each row independently.',
    extensions: needsScope('account.sync'),
    input: (t) => ({
      devices: t.field({ type: [input], required: true, description: rows('devices') }),
    }),
    resolve: async ({ devices }, context) => ({ results: await syncAccountDevices(context, devices) }),
    payload: (t) => ({ results: t.expose('results', { type: [result], description: RESULTS }) }),
  });
}

/** Describes rows and their limit per request. */
function rows(noun: string): string {
  return `At most ${MACHINE_ROWS_MAX.toLocaleString('en-US')} ${noun}.`;
}
