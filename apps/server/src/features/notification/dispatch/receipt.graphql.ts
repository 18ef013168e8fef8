import { MACHINE_ROWS_MAX } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { needsScope } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { RECEIPT_OUTCOMES, type ReceiptOutcome, recordReceipts } from './record-receipts.ts';

interface ReceiptResult {
  readonly notificationId: string;
  readonly accountId: string;
  readonly outcome: ReceiptOutcome;
}

/** What devices tell of notifications, through machine clients with the scope `notification.receipt`. */
export function addNotificationReceipts(builder: Builder): void {
  const kind = builder.enumType('NotificationReceiptKind', { values: ['OPENED', 'RECEIVED'] as const });
  const outcome = builder.enumType('NotificationReceiptOutcome', { values: RECEIPT_OUTCOMES });
  const input = builder.inputType('NotificationReceiptInput', {
    fields: (t) => ({
      notificationId: t.id({ required: true, description: 'As in the data of the message, like `accountId`.' }),
      accountId: t.id({ required: true }),
      kind: t.field({ type: kind, required: true }),
      at: t.field({ type: 'DateTime', required: true, description: 'By the clock of the device; the future is now.' }),
    }),
  });
  const result = builder.objectRef<ReceiptResult>('NotificationReceiptResult').implement({
    fields: (t) => ({
      notificationId: t.exposeID('notificationId'),
      accountId: t.exposeID('accountId'),
      outcome: t.expose('outcome', { type: outcome }),
    }),
  });
  builder.mutationField('recordNotificationReceipts', (t) =>
    t.field({
      type: [result],
      description: `Notes up to ${MACHINE_ROWS_MAX} receipts, in any order and as often as they come. Answers row by row, in the order given.`,
      extensions: needsScope('notification.receipt'),
      args: { receipts: t.arg({ type: [input], required: true }) },
      resolve: async (_root, { receipts }, { db }) => {
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
      },
    }),
  );
}
