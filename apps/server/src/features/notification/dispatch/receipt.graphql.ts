import { MACHINE_ROWS_MAX } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { Database } from '../../../db/client.ts';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { type NotificationReceipt, type ReceiptOutcome, recordReceipts } from './record-receipts.ts';

const KINDS: Readonly<Record<NotificationReceipt['kind'], string>> = {
  OPENED: 'The person opened it.',
  RECEIVED: 'It arrived on the device.',
};

const OUTCOMES: Readonly<Record<ReceiptOutcome, string>> = {
  RECORDED: 'Noted.',
  KNOWN: 'It had been reported before.',
  NOT_SENT: 'The account was not sent the notification.',
  UNKNOWN: 'There is no such notification for this account.',
};

interface ReceiptResult {
  readonly notificationId: string;
  readonly accountId: string;
  readonly outcome: ReceiptOutcome;
}

/** Adds receipts of devices, sent by machine clients with the scope `notification.receipt`. */
export function addNotificationReceipts(builder: Builder): void {
  const kind = addEnum(builder, 'NotificationReceiptKind', 'Kind of a receipt.', KINDS);
  const outcome = addEnum(builder, 'NotificationReceiptOutcome', 'Outcome of a receipt.', OUTCOMES);
  const input = builder.inputType('NotificationReceiptInput', {
    description: 'Receipt of a device for a notification.',
    fields: (t) => ({
      notificationId: t.id({
        required: true,
        description: 'Id of the notification, as `notificationId` in the data of the message.',
      }),
      accountId: t.id({ required: true, description: 'Id of the account, as `accountId` in the data of the message.' }),
      kind: t.field({ type: kind, required: true, description: 'Kind of the receipt.' }),
      at: t.field({
        type: 'DateTime',
        required: true,
        description: 'When it happened by the clock of the device; a future instant counts as now.',
      }),
    }),
  });
  const result = builder.objectRef<ReceiptResult>('NotificationReceiptResult').implement({
    extensions: IN_PUBLIC,
    description: 'Result of one receipt.',
    fields: (t) => ({
      notificationId: t.exposeID('notificationId', { description: 'Id of the notification, as it was given.' }),
      accountId: t.exposeID('accountId', { description: 'Id of the account, as it was given.' }),
      outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the receipt.' }),
    }),
  });
  addMutation(builder, 'recordNotificationReceipts', {
    description: `Notes up to ${MACHINE_ROWS_MAX} receipts, in any order; repeated ones are ignored.`,
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

/** Records receipts in order. @throws AppError `field.invalid` for too many */
async function resultsOf(db: Kysely<Database>, receipts: readonly NotificationReceipt[]): Promise<ReceiptResult[]> {
  if (receipts.length > MACHINE_ROWS_MAX) {
    throw fieldsInvalid({ receipts: [{ rule: 'too-large', params: { max: MACHINE_ROWS_MAX } }] });
  }
  // Malformed ids match no record.
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
