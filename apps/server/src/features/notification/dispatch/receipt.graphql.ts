import { MACHINE_ROWS_MAX } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { Database } from '../../../db/client.ts';
import { needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { type NotificationReceipt, type ReceiptOutcome, recordReceipts } from './record-receipts.ts';

const KINDS: Readonly<Record<NotificationReceipt['kind'], string>> = {
  OPENED: 'The person opened it.',
  RECEIVED: 'It came to the device.',
};

const OUTCOMES: Readonly<Record<ReceiptOutcome, string>> = {
  RECORDED: 'Noted.',
  KNOWN: 'It was told before.',
  NOT_SENT: 'The account was not sent the notification.',
  UNKNOWN: 'There is no such notification for this account.',
};

interface ReceiptResult {
  readonly notificationId: string;
  readonly accountId: string;
  readonly outcome: ReceiptOutcome;
}

/** What devices tell of notifications, through machine clients with the scope `notification.receipt`. */
export function addNotificationReceipts(builder: Builder): void {
  const kind = addEnum(builder, 'NotificationReceiptKind', 'What a device tells of a notification.', KINDS);
  const outcome = addEnum(builder, 'NotificationReceiptOutcome', 'What became of a receipt.', OUTCOMES);
  const input = builder.inputType('NotificationReceiptInput', {
    description: 'What a device tells of a notification.',
    fields: (t) => ({
      notificationId: t.id({
        required: true,
        description: 'Id of the notification, as `notificationId` in the data of the message.',
      }),
      accountId: t.id({ required: true, description: 'Id of the account, as `accountId` in the data of the message.' }),
      kind: t.field({ type: kind, required: true, description: 'What it tells.' }),
      at: t.field({
        type: 'DateTime',
        required: true,
        description: 'When it happened by the clock of the device; an instant to come counts as now.',
      }),
    }),
  });
  const result = builder.objectRef<ReceiptResult>('NotificationReceiptResult').implement({
    description: 'What became of one receipt.',
    fields: (t) => ({
      notificationId: t.exposeID('notificationId', { description: 'Id of the notification, as it was given.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account, as it was given.' }),
      outcome: t.expose('outcome', { type: outcome, description: 'What became of it.' }),
    }),
  });
  addMutation(builder, 'recordNotificationReceipts', {
    description: `Notes up to ${MACHINE_ROWS_MAX} receipts, in any order and as often as they come.`,
    extensions: needsScope('notification.receipt'),
    input: (t) => ({
      receipts: t.field({
        type: [input],
        required: true,
        description: `The receipts; \`field.invalid\` for more than ${MACHINE_ROWS_MAX}.`,
      }),
    }),
    resolve: async ({ receipts }, { db }) => ({ results: await resultsOf(db, receipts) }),
    payload: (t) => ({
      results: t.expose('results', { type: [result], description: 'One for each receipt, in the order given.' }),
    }),
  });
}

/** @throws AppError `field.invalid` for too many */
async function resultsOf(db: Kysely<Database>, receipts: readonly NotificationReceipt[]): Promise<ReceiptResult[]> {
  if (receipts.length > MACHINE_ROWS_MAX) {
    throw fieldsInvalid({ receipts: [{ rule: 'too-large', params: { max: MACHINE_ROWS_MAX } }] });
  }
  // What is no id cannot be the id of anything.
  const known = receipts.map(({ notificationId, accountId }) => isUuid(notificationId) && isUuid(accountId));
  const recorded = await recordReceipts(
    db,
    receipts.filter((_receipt, index) => known[index]),
  );
  let next = 0;
  return receipts.map(({ notificationId, accountId }, index) => ({
    notificationId,
    accountId,
    outcome: (known[index] ? recorded[next++] : undefined) ?? 'UNKNOWN',
  }));
}
