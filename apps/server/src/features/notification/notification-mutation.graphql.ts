import { NOTIFICATION_MACHINE, type PlaceholderValues } from '@backcounter/domain';
import type { InputFieldMap } from '@pothos/core';
import { createFields, patchFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { type EffectContext, requirePermission } from '../../graphql/request-context.ts';
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
import { orNull } from '../../graphql/schema/or-null.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { valuesOfAccounts } from './dispatch/read-placeholder-values.ts';
import type { NotificationRef } from './notification.graphql.ts';
import { NOTIFICATION_FIELDS } from './notification.list.ts';
import type { NotificationEnums } from './notification-enums.graphql.ts';
import { readNotification } from './notification-record.ts';
import { scheduleNotification, takeNotificationStep } from './notification-state.ts';
import { readTestAccount, sendTest, type TestAccount } from './notification-test-send.ts';
import {
  createNotification,
  duplicateNotification,
  resendNotification,
  updateNotification,
} from './notification-write.ts';

const { actions } = NOTIFICATION_MACHINE;
const NEEDED_REASON = 'Why; kept in the audit trail; `reason.required` without one.';

/** Adds mutations of notifications. Each returns the notification after the change. */
export function addNotificationMutations(
  builder: Builder,
  enums: NotificationEnums,
  notification: NotificationRef,
): void {
  const payload = recordPayload('notification', notification, readNotification);
  addWriting(builder, enums, payload);
  addCopying(builder, payload);
  addTesting(builder, payload);
  addSamples(builder);
  addScheduling(builder, payload);
  addStep(
    builder,
    payload,
    'UNSCHEDULE',
    'Makes a scheduled notification a draft again, until shortly before it starts.',
  );
  addStep(builder, payload, 'PAUSE', 'Stops a notification temporarily while it is being sent.');
  addStep(builder, payload, 'RESUME', 'Resumes a paused notification.');
  addStep(builder, payload, 'CANCEL', 'Stops a notification permanently; messages in flight still arrive.');
}

function addWriting(builder: Builder, enums: NotificationEnums, payload: RecordPayload): void {
  const patch = builder.inputType('NotificationPatchInput', {
    description: 'Absent fields are kept; null clears a field; a list replaces the whole list.',
    fields: (t) => ({ ...patchFields(t, NOTIFICATION_FIELDS, enums), ...audienceLists(t) }),
  });
  addMutation(builder, 'createNotification', {
    description: 'Creates a draft of a notification.',
    extensions: needs('notification.edit'),
    input: (t) => ({ ...createFields(t, NOTIFICATION_FIELDS, enums), ...audienceLists(t) }),
    resolve: async (input, context) => ({ id: await createNotification(context, input) }),
    payload,
  });
  addChange(builder, 'updateNotification', {
    description: 'Changes fields of a draft.',
    extensions: needs(actions.EDIT.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updateNotification(context, expected, changes),
    payload,
  });
}

/** Input fields for the places that the audience is narrowed to. */
export function audienceLists(t: InputFields): InputFieldMap {
  return {
    countryCodes: t.stringList({
      description: 'Countries that the audience is narrowed to, ISO 3166-1 alpha-2; empty: all.',
    }),
    areaIds: t.idList({ description: 'Ids of areas that the audience is narrowed to; empty: all.' }),
  };
}

function addCopying(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'duplicateNotification', {
    description: 'Creates a draft with the same content, audience and timing, and returns it.',
    extensions: needs(actions.DUPLICATE.permission),
    input: (t) => ({ id: t.id({ required: true, description: 'The notification to copy.' }) }),
    resolve: async ({ id }, context) => ({ id: await duplicateNotification(context, id) }),
    payload,
  });
  addMutation(builder, 'resendNotification', {
    description: 'Creates a draft for its failed deliveries only, and returns the draft.',
    extensions: needs(actions.RESEND.permission),
    input: (t) => expectedRecord(t, 'notification'),
    resolve: async (expected, context) => ({ id: await resendNotification(context, expected) }),
    payload,
  });
}

function addTesting(builder: Builder, payload: RecordPayload): void {
  const account = builder.objectRef<TestAccount>('MyTestAccount').implement({
    description: "The account of the caller's last test.",
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Its number.' }),
      displayName: t.exposeString('displayName', orNull('Its display name; null without one.')),
    }),
  });
  builder.queryField('myTestAccount', (t) =>
    t.field({
      type: account,
      nullable: true,
      description: "Account of the caller's last test; null before the first, or if it is no longer active.",
      extensions: needs('notification.edit'),
      resolve: (_root, _args, context) => readTestAccount(context),
    }),
  );
  addChange(builder, 'sendTestNotification', {
    description: 'Sends a draft to the devices of one account at once; it counts for no cap.',
    extensions: needs(actions.TEST.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      account: t.string({
        description:
          'Number of the account, or its e-mail for callers who may see e-mails; absent: the one of the last test.',
      }),
      locale: t.string({ description: 'Language of the text; absent: that of the account.' }),
    }),
    change: ({ account: named, locale, ...expected }, context) =>
      sendTest(context, expected, { account: named ?? null, locale: locale ?? null }),
    payload,
  });
}

/** Accounts whose values a text can be previewed with. */
function addSamples(builder: Builder): void {
  const sample = builder.objectRef<NotificationSample>('NotificationSample').implement({
    description: 'A recipient of a topic with the values of placeholders.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the account.' }),
      publicNo: t.expose('publicNo', { type: 'SafeInt', description: 'Its number.' }),
      firstName: t.exposeString(
        'firstName',
        orNull('Its display name, whose first word is `firstName`; null without one.'),
      ),
      points: t.expose('points', orNull('Its available points.', 'SafeInt')),
      store: t.exposeString('store', orNull('Store at which it last earned points; null without one.')),
    }),
  });
  builder.queryField('notificationSamples', (t) =>
    t.field({
      type: [sample],
      description: 'Up to five recipients of a topic, to preview a text with.',
      extensions: needs('notification.edit'),
      args: { topicId: t.arg.id({ required: true, description: 'Id of the topic.' }) },
      resolve: async (_root, { topicId }, context) => [...(await readSamples(context, topicId))],
    }),
  );
}

function addScheduling(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'scheduleNotification', {
    description: 'Schedules a tested draft for its time.',
    extensions: needs(actions.SCHEDULE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      agreedRecipients: t.int({
        required: true,
        description:
          'Displayed number of recipients; `audience.changed` if it has changed by more than 10 and 5 percent since.',
      }),
      confirmRecipients: t.int({ description: 'The same number, typed; required if `needsTypedNumber`.' }),
      reason: t.string({
        description: 'Why; kept in the audit trail; `reason.required` if an administrator has to schedule it.',
      }),
    }),
    resolve: async ({ agreedRecipients, confirmRecipients, reason, ...expected }, context) => {
      const agreed = { recipients: agreedRecipients, confirmed: confirmRecipients ?? null };
      await scheduleNotification(context, { ...expected, reason: reason ?? null }, agreed);
      return expected;
    },
    payload,
  });
}

function addStep(
  builder: Builder,
  payload: RecordPayload,
  action: 'CANCEL' | 'PAUSE' | 'RESUME' | 'UNSCHEDULE',
  description: string,
): void {
  const isReasonNeeded = action === 'CANCEL' || action === 'PAUSE';
  addChange(builder, `${action.toLowerCase()}Notification`, {
    description,
    extensions: needs(actions[action].permission),
    input: (t) => ({
      ...expectedRecord(t, 'notification'),
      reason: isReasonNeeded ? t.string({ description: NEEDED_REASON }) : auditReason(t),
    }),
    change: ({ reason, ...expected }, context) =>
      takeNotificationStep(context, { ...expected, reason: reason ?? null }, action),
    payload,
  });
}

/** An account with its values for placeholders. */
interface NotificationSample extends PlaceholderValues {
  readonly id: string;
  readonly publicNo: number;
}

const SAMPLES = 5;

/** Accounts that marketing of a topic reaches, or that its service reaches, the oldest first; none for an unknown topic. */
const RECIPIENTS = `
  select a.id, a.public_no::float8 as "publicNo" from topic t
    join account_topic_subscription s on s.topic_id = t.id and s.is_subscribed
    join account a on a.id = s.account_id and a.state = 'ACTIVE' and (a.push_consent or t.kind = 'SERVICE')
  where t.id = $1::uuid and a.display_name is not null order by s.account_id limit ${SAMPLES}`;

/** Up to five recipients of a topic, to preview a text with. */
async function readSamples(context: EffectContext, topicId: string): Promise<readonly NotificationSample[]> {
  requirePermission(context.caller, 'account.read');
  requirePermission(context.caller, 'points.read');
  if (!isUuid(topicId)) return [];
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const found = await context.sql.rows<Pick<NotificationSample, 'id' | 'publicNo'>>(
    statementFor(RECIPIENTS),
    [topicId],
    options,
  );
  const ids = found.map(({ id }) => id);
  const values = await valuesOfAccounts(context.db, ids);
  return found.flatMap((account) => {
    const own = values.get(account.id);
    return own === undefined ? [] : [{ ...account, ...own }];
  });
}
