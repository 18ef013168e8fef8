import { needsScope } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { RowProblem } from '../../imports/import-definition.ts';
import { type AccountSyncResult, SYNC_OUTCOMES, syncAccounts } from './account-sync.ts';
import { DEVICE_SYNC_OUTCOMES, type DeviceSyncResult, syncAccountDevices } from './account-sync-devices.ts';
import { syncAccountTopics, TOPIC_SYNC_OUTCOMES, type TopicSyncResult } from './account-sync-topics.ts';

/** How the company's own systems keep accounts up to date: machine clients with the scope `account.sync`. */
export function addAccountSync(builder: Builder): void {
  const problem = builder.objectRef<RowProblem>('RowProblem').implement({
    description: 'What is wrong with a row.',
    fields: (t) => ({
      field: t.exposeString('field', { nullable: true, description: 'Null: the row as a whole.' }),
      rule: t.exposeString('rule'),
      params: t.field({ type: 'JSON', nullable: true, resolve: ({ params }) => params ?? null }),
    }),
  });
  addAccounts(builder, problem);
  addTopics(builder, problem);
  addDevices(builder, problem);
}

type ProblemRef = ReturnType<ReturnType<typeof problemRefOf>['implement']>;

function problemRefOf(builder: Builder) {
  return builder.objectRef<RowProblem>('RowProblem');
}

function addAccounts(builder: Builder, problem: ProblemRef): void {
  const outcome = builder.enumType('AccountSyncOutcome', { values: SYNC_OUTCOMES });
  const input = builder.inputType('AccountSyncInput', {
    description: 'Absent fields stay; null empties. A new account needs a country.',
    fields: (t) => ({
      firebaseId: t.string({ required: true }),
      displayName: t.string(),
      email: t.string(),
      phone: t.string(),
      countryCode: t.string(),
      areaCode: t.string({ description: 'Null where the account is in no area.' }),
      locale: t.string(),
      timezone: t.string(),
      birthDate: t.string({ description: '`YYYY-MM-DD`.' }),
      pushConsent: t.boolean(),
    }),
  });
  const result = builder.objectRef<AccountSyncResult>('AccountSyncResult').implement({
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId'),
      outcome: t.expose('outcome', { type: outcome }),
      accountId: t.exposeID('accountId', { nullable: true }),
      problems: t.expose('problems', { type: [problem] }),
    }),
  });
  builder.mutationField('syncAccounts', (t) =>
    t.field({
      type: [result],
      description: 'Makes and changes up to 1,000 accounts by Firebase id. Answers row by row, in the order given.',
      extensions: needsScope('account.sync'),
      args: { accounts: t.arg({ type: [input], required: true }) },
      resolve: (_root, { accounts }, context) => syncAccounts(context, accounts),
    }),
  );
}

function addTopics(builder: Builder, problem: ProblemRef): void {
  const outcome = builder.enumType('TopicSyncOutcome', { values: TOPIC_SYNC_OUTCOMES });
  const input = builder.inputType('TopicSyncInput', {
    fields: (t) => ({
      firebaseId: t.string({ required: true }),
      topic: t.string({ required: true, description: 'Code of the topic.' }),
      isSubscribed: t.boolean({ required: true }),
    }),
  });
  const result = builder.objectRef<TopicSyncResult>('TopicSyncResult').implement({
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId'),
      topic: t.exposeString('topic'),
      outcome: t.expose('outcome', { type: outcome }),
      problems: t.expose('problems', { type: [problem] }),
    }),
  });
  builder.mutationField('syncAccountTopics', (t) =>
    t.field({
      type: [result],
      description: 'Notes up to 1,000 decisions of owners about topics. Answers row by row, in the order given.',
      extensions: needsScope('account.sync'),
      args: { decisions: t.arg({ type: [input], required: true }) },
      resolve: (_root, { decisions }, context) => syncAccountTopics(context, decisions),
    }),
  );
}

function addDevices(builder: Builder, problem: ProblemRef): void {
  const outcome = builder.enumType('DeviceSyncOutcome', { values: DEVICE_SYNC_OUTCOMES });
  const platform = builder.enumType('DeviceSyncPlatform', { values: ['ANDROID', 'IOS'] as const });
  const input = builder.inputType('DeviceSyncInput', {
    fields: (t) => ({
      firebaseId: t.string({ required: true }),
      platform: t.field({ type: platform, required: true }),
      pushToken: t.string({ required: true }),
      appVersion: t.string(),
    }),
  });
  const result = builder.objectRef<DeviceSyncResult>('DeviceSyncResult').implement({
    fields: (t) => ({
      firebaseId: t.exposeString('firebaseId'),
      outcome: t.expose('outcome', { type: outcome }),
      problems: t.expose('problems', { type: [problem] }),
    }),
  });
  builder.mutationField('syncAccountDevices', (t) =>
    t.field({
      type: [result],
      description: 'Notes up to 1,000 push tokens that apps have just told. Answers row by row, in the order given.',
      extensions: needsScope('account.sync'),
      args: { devices: t.arg({ type: [input], required: true }) },
      resolve: (_root, { devices }, context) => syncAccountDevices(context, devices),
    }),
  );
}
