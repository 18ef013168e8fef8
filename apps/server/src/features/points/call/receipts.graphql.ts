import { POINTS_LIMITS } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { RECEIPTS_MAX, type ReceiptRow, type ReceiptStatus, receiptsOfDay } from './receipts-of-day.ts';

const STATUSES: Readonly<Record<ReceiptStatus, string>> = {
  SENT: 'Posted to the account in this store.',
  REFUSED: 'Refused: `reason` says why. Kept for 30 days.',
  ELSEWHERE: 'Posted in another store, without a store, or to another account.',
  NEVER_ARRIVED: 'No client sent the stated receipt.',
};

/** Adds the receipts of an account on a day in a store. */
export function addReceipts(builder: Builder): void {
  const status = addEnum(builder, 'PointsReceiptStatus', 'Outcome of a receipt.', STATUSES);
  const receipt = builder.objectRef<ReceiptRow>('PointsReceipt').implement({
    description: 'A request of a machine client about an account, with its receipt.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Unique within the answer.' }),
      status: t.expose('status', { type: status, description: 'Its outcome.' }),
      receipt: t.exposeString(
        'receipt',
        orNull('Reference of the client, such as a receipt number; null without one.'),
      ),
      occurredAt: t.expose('occurredAt', orNull('When it happened; null if it never arrived.', 'DateTime')),
      points: t.expose(
        'points',
        orNull('Points that the account got; negative: gave. Null without points.', 'SafeInt'),
      ),
      reason: t.exposeString('reason', orNull('Error code, or outcome of a redemption, if it was refused.')),
      codeEnd: t.exposeString('codeEnd', orNull('Last four characters of the refused coupon code; null without one.')),
      clientName: t.exposeString('clientName', orNull('The machine client; null if it never arrived.')),
      storeId: t.exposeID('storeId', orNull('The store; null if the client named none.')),
      storeName: t.exposeString('storeName', orNull('Name of the store.')),
      otherAccountId: t.exposeID('otherAccountId', orNull('The account that got it instead; null if it is this one.')),
      otherAccountNumber: t.expose('otherAccountNumber', orNull('Number of that account.', 'SafeInt')),
      transferId: t.exposeID('transferId', orNull('Its transfer; null without one.')),
      refusalId: t.exposeID(
        'refusalId',
        orNull('The refused request, for `adjustPoints`; null if it was not refused.'),
      ),
      correctedBy: t.exposeID('correctedBy', orNull('The transfer that corrects it; null if none does.')),
    }),
  });
  builder.queryField('receiptsOfDay', (t) =>
    t.field({
      type: [receipt],
      description: `Receipts of an account on a day of a store, newest first; at most ${RECEIPTS_MAX}.`,
      extensions: needs('points.read'),
      args: {
        accountId: t.arg.id({ required: true, description: 'The account.' }),
        storeId: t.arg.id({ required: true, description: 'The store.' }),
        day: t.arg({ type: 'Date', required: true, description: 'A day in the time zone of the store.' }),
        receipt: t.arg.string({
          description: `Only this receipt, on any day; at most ${POINTS_LIMITS.referenceMaxLength} characters.`,
        }),
      },
      resolve: (_root, args, context) => receiptsOfDay(context, args),
    }),
  );
}
