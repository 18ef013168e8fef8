import type { ErrorCode } from '@backcounter/domain';

/** How to call an operation: variables and the fields to ask for, and the codes of its own errors. */
export interface OperationExample {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fields: string;
  readonly errors: readonly ErrorCode[];
}

/** Stand for ids that an earlier answer returned. */
export const EXAMPLE_IDS = {
  giveaway: '01900000-0000-7000-8000-000000000001',
  redemption: '01900000-0000-7000-8000-000000000002',
  notification: '01900000-0000-7000-8000-000000000003',
  account: '01900000-0000-7000-8000-000000000004',
  export: '01900000-0000-7000-8000-000000000005',
} as const;

const ADA = { firebaseId: 'example-ada' };
const GIVEAWAY = { giveawayId: EXAMPLE_IDS.giveaway };
const REDEMPTION = { redemptionId: EXAMPLE_IDS.redemption };
const ORDER = { code: 'SORABAG', ...ADA, orderMinor: 4250, currency: 'EUR' };
const REDEMPTION_FIELDS = 'outcome details redemption { id state discountMinor currency }';
const ENTRY_FIELDS = 'outcome details entry { id state tickets pointsPaid }';
const TRANSFER_FIELDS = 'outcome transferId key fromBalance toBalance';
const BOUND = 'client.out-of-bounds';
const CARD = ['card.replaced', 'rate.limited'] as const;
const KEYED = ['record.not-found', 'field.invalid', 'idempotency.mismatch'] as const;
const LEDGER = ['points.insufficient', 'wallet.frozen'] as const;
const TRANSFER = [
  ...LEDGER,
  'wallet.not-found',
  'wallet.full',
  'transfer.wrong-wallets',
  'transfer.time-out-of-range',
] as const;

const call = (
  variables: OperationExample['variables'],
  fields: string,
  ...errors: readonly ErrorCode[]
): OperationExample => ({ variables, fields, errors });
const change = (input: object, fields: string, ...errors: readonly ErrorCode[]) => call({ input }, fields, ...errors);

/** Each operation of the public slice by subject, in the order in which a program needs them. */
export const OPERATION_EXAMPLES: Readonly<Record<string, Readonly<Record<string, OperationExample>>>> = {
  Accounts: {
    syncAccounts: change(
      { accounts: [{ ...ADA, countryCode: 'DE', displayName: 'Ada Stone', birthDate: '1990-05-01' }] },
      'results { firebaseId outcome accountId problems { field rule } }',
      'field.invalid',
    ),
    syncAccountTopics: change(
      { decisions: [{ ...ADA, topic: 'news', isSubscribed: true }] },
      'results { topic outcome problems { field rule } }',
      'field.invalid',
    ),
    syncAccountDevices: change(
      { devices: [{ ...ADA, platform: 'IOS', pushToken: 'token-of-the-device', appVersion: '4.2.0' }] },
      'results { firebaseId outcome problems { field rule } }',
      'field.invalid',
    ),
    member: call({ by: ADA }, 'id state balance entries(first: 2) { seq delta code key }', 'field.invalid', ...CARD),
  },
  Points: {
    transferPoints: change(
      { key: 'receipt-1001', code: 'EARN', from: { system: 'ISSUANCE' }, to: ADA, amount: 120 },
      TRANSFER_FIELDS,
      ...TRANSFER,
      BOUND,
      ...CARD,
      'record.not-found',
      'idempotency.mismatch',
      'field.invalid',
    ),
    transferPointsBatch: change(
      { transfers: [{ key: 'receipt-1002', code: 'EARN', from: { system: 'ISSUANCE' }, to: ADA, amount: 40 }] },
      'results { key outcome code transferId }',
      'field.invalid',
    ),
    reversePoints: change(
      { key: 'return-1001', transferKey: 'receipt-1001', reason: 'Returned' },
      'outcome transferId fromBalance',
      ...LEDGER,
      'record.not-found',
      'transfer.already-reversed',
      'idempotency.mismatch',
    ),
  },
  Stores: {
    openStores: call({ sid: 'LISCHI01' }, 'sid name city countryCode timezone'),
  },
  Coupons: {
    runningCampaigns: call({ after: EXAMPLE_IDS.account }, 'id name rewardType amountMinor percentBp currency endsAt'),
    checkCoupon: change(
      ORDER,
      'verdict rules { rule outcome refusal }',
      'record.not-found',
      'field.invalid',
      BOUND,
      ...CARD,
    ),
    usableCoupons: call(
      { by: ADA },
      'code rewardType amountMinor percentBp currency validUntil',
      'field.invalid',
      BOUND,
      ...CARD,
    ),
    reserveCoupon: change({ key: 'cart-1', ...ORDER }, REDEMPTION_FIELDS, ...KEYED, BOUND, ...CARD),
    confirmRedemption: change(REDEMPTION, REDEMPTION_FIELDS, 'record.not-found'),
    releaseRedemption: change(REDEMPTION, REDEMPTION_FIELDS, 'record.not-found'),
    redeemCoupon: change({ key: 'order-2', ...ORDER }, REDEMPTION_FIELDS, ...KEYED, BOUND, ...CARD),
    rollBackRedemption: change(
      { id: EXAMPLE_IDS.redemption, reason: 'Returned' },
      'redemptionId isReplayed',
      ...LEDGER,
      'record.not-found',
      'state.invalid-transition',
      'redemption.too-old',
    ),
  },
  Giveaways: {
    giveawayOffers: call({ status: 'OPEN', first: 10 }, 'id title closesAt entryCostPoints prizes { rank title }'),
    enterGiveaway: change({ key: 'entry-1', ...GIVEAWAY, ...ADA, tickets: 1 }, ENTRY_FIELDS, ...KEYED),
    addGiveawayTickets: change({ key: 'tickets-1', ...GIVEAWAY, ...ADA, tickets: 2 }, ENTRY_FIELDS, ...KEYED),
    giveawayParticipation: call(
      { ...GIVEAWAY, ...ADA },
      'entry { state tickets } won { prizeTitle state claimDeadline }',
      'record.not-found',
    ),
    withdrawGiveawayEntry: change(
      { key: 'withdrawal-1', ...GIVEAWAY, ...ADA },
      ENTRY_FIELDS,
      'record.not-found',
      'idempotency.mismatch',
    ),
    giveawayResults: call(
      { ...GIVEAWAY, first: 100 },
      'position kind prizeRank accountId state claimDeadline',
      'record.not-found',
    ),
    claimGiveawayPrize: change(
      { ...GIVEAWAY, ...ADA },
      'outcome isReplayed won { prizeTitle points couponCode }',
      'record.not-found',
      'giveaway.no-coupon',
    ),
    giveawayEntryProof: call(
      { ...GIVEAWAY, ...ADA },
      'ticketStart tickets totalTickets leafHash path root',
      'record.not-found',
    ),
  },
  Exports: {
    runExport: change(
      { list: 'ACCOUNTS', format: 'CSV', columns: ['number', 'state'], filter: { state: { in: ['ACTIVE'] } } },
      'export { id state }',
      'field.invalid',
      BOUND,
      'filter.invalid',
      'job.too-many',
      'disclosure.limit-reached',
      'approval.required',
    ),
    exportJob: call({ id: EXAMPLE_IDS.export }, 'state rows path errorCode', 'record.not-found'),
  },
  Notifications: {
    recordNotificationReceipts: change(
      {
        receipts: [
          {
            notificationId: EXAMPLE_IDS.notification,
            accountId: EXAMPLE_IDS.account,
            kind: 'OPENED',
            at: '2026-03-01T12:00:00Z',
          },
        ],
      },
      'results { notificationId accountId outcome }',
      'field.invalid',
    ),
  },
};
