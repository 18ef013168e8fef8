import type { PointsTransferCode, SystemWalletCode, WalletOwnerType } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { sharedFields } from '../../graphql/schema/shared-fields.ts';
import { readProof, type WalletProof, type WalletRow } from './points-wallet.ts';
import { type PointsParty, partiesOf, partyOf } from './transfer/points-party.ts';
import type { TransferRow } from './transfer/points-transfer.ts';

const OWNER_TYPES: Readonly<Record<WalletOwnerType, string>> = {
  STORE: 'A store.',
  ACCOUNT: 'An account.',
  GIVEAWAY: 'A giveaway.',
  SYSTEM: 'The product itself.',
};

const SYSTEM_CODES: Readonly<Record<SystemWalletCode, string>> = {
  ISSUANCE: 'Where points come from.',
  BREAKAGE: 'Where points go that nobody will spend.',
  CORRECTION: 'The other side of adjustments by hand.',
  CAMPAIGN: 'Where the points of coupons come from.',
};

interface Posted {
  readonly reason: string | null;
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly reversalOf: string | null;
  readonly reversedBy: string | null;
  readonly bySub: string;
  readonly byName: string;
}

/** What a transfer and its entries say alike. */
export const postedFields = sharedFields<Posted>((t) => ({
  reason: t.exposeString('reason', { nullable: true, description: 'Text given with the transfer; null without one.' }),
  referenceType: t.exposeString('referenceType', {
    nullable: true,
    description: 'Kind of record that the transfer is about, such as GIVEAWAY; null without one.',
  }),
  referenceId: t.exposeString('referenceId', {
    nullable: true,
    description: 'Id of that record, or the reference of the sender; null without one.',
  }),
  occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
  recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was posted.' }),
  reversalOf: t.exposeID('reversalOf', {
    nullable: true,
    description: 'The transfer that this one takes back; null if it is not a reversal.',
  }),
  reversedBy: t.exposeID('reversedBy', {
    nullable: true,
    description: 'The transfer that takes this one back; null if none does.',
  }),
  by: t.field({
    type: 'StaffRef',
    description: 'Who posted it.',
    resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName }),
  }),
}));

/** What transfers are for, in words. */
export const TRANSFER_CODES: Readonly<Record<PointsTransferCode, string>> = {
  ISSUE: 'Points are issued.',
  EARN: 'An account earns points.',
  SPEND: 'An account spends points.',
  MANUAL_CREDIT: 'Staff added points by hand.',
  MANUAL_DEBIT: 'Staff took points out by hand.',
  GIVEAWAY_FUND: 'Points are set aside for the prizes of a giveaway.',
  GIVEAWAY_PRIZE: 'A prize of a giveaway is paid out.',
  GIVEAWAY_ENTRY: 'An account pays for an entry.',
  GIVEAWAY_REFUND: 'Points of a giveaway go back.',
  COUPON_REWARD: 'A coupon brings points.',
  REVERSAL: 'Another transfer is taken back.',
  OPENING: 'Balance taken over from another system.',
};

/** The types that the parts of points share. */
export interface PointsTypes {
  readonly ownerType: EnumRef<BuilderTypes, WalletOwnerType>;
  readonly code: EnumRef<BuilderTypes, PointsTransferCode>;
  readonly party: ObjectRef<BuilderTypes, PointsParty>;
  readonly wallet: ObjectRef<BuilderTypes, WalletRow>;
  readonly transfer: ObjectRef<BuilderTypes, TransferRow>;
}

/** The types that the parts of points share. */
export function addPointsTypes(builder: Builder): PointsTypes {
  const ownerType = addEnum(builder, 'PointsOwnerType', 'Who owns a wallet.', OWNER_TYPES);
  const code = addEnum(builder, 'PointsTransferCode', 'What a transfer is for.', TRANSFER_CODES);
  const systemCode = addEnum(builder, 'PointsSystemCode', 'A wallet of the product itself.', SYSTEM_CODES);
  const party = builder.objectRef<PointsParty>('PointsParty').implement({
    description: 'One side of a transfer: a wallet and its owner.',
    fields: (t) => ({
      walletId: t.exposeID('walletId', { description: 'Id of the wallet.' }),
      type: t.expose('type', { type: ownerType, description: 'Kind of the owner.' }),
      ownerId: t.exposeID('ownerId', {
        nullable: true,
        description: 'Id of the account, store or giveaway; null for the product itself.',
      }),
      systemCode: t.expose('systemCode', {
        type: systemCode,
        nullable: true,
        description: 'Which wallet of the product itself; null for others.',
      }),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Name of the owner; null for the product itself, and where the caller may not see it.',
        extensions: NEVER_STORED,
      }),
      label: t.exposeString('label', { nullable: true, description: 'Number of an account, or sid of a store.' }),
    }),
  });
  const proof = builder.objectRef<WalletProof>('PointsWalletProof').implement({
    description: 'Result of a verification of a wallet.',
    fields: (t) => ({
      verifiedAt: t.expose('verifiedAt', { type: 'DateTime', description: 'When it was verified.' }),
      entries: t.expose('entries', { type: 'SafeInt', description: 'Number of entries that were checked.' }),
      isIntact: t.boolean({ description: 'Whether no fault was found.', resolve: ({ fault }) => fault === null }),
      faultSeq: t.expose('faultSeq', {
        type: 'SafeInt',
        nullable: true,
        description: 'Number of the first wrong entry; null without a fault, or where the wallet itself is wrong.',
      }),
    }),
  });
  const wallet = builder.objectRef<WalletRow>('PointsWallet').implement({
    description: 'A wallet of points.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the wallet.' }),
      owner: t.field({
        type: party,
        description: 'Whose it is.',
        resolve: async ({ id }, _args, context) => partyOf(await partiesOf(context, [id]), id),
      }),
      balance: t.expose('balance', {
        type: 'SafeInt',
        nullable: true,
        description: 'Points in it; null for wallets of the product itself, whose balance is not kept.',
      }),
      entries: t.expose('entries', { type: 'SafeInt', description: 'Number of its entries.' }),
      creditedTotal: t.expose('creditedTotal', { type: 'SafeInt', description: 'All points that ever came in.' }),
      debitedTotal: t.expose('debitedTotal', { type: 'SafeInt', description: 'All points that ever went out.' }),
      proof: t.field({
        type: proof,
        nullable: true,
        description: 'Result of its last verification; null if there was none.',
        resolve: ({ id }, _args, context) => readProof(context, id),
      }),
      isFrozen: t.exposeBoolean('isFrozen', {
        description: 'Whether points may only come in: the owner is suspended or closed.',
      }),
    }),
  });
  const transfer = builder.objectRef<TransferRow>('PointsTransfer').implement({
    description: 'Points moved from one wallet to another.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the transfer.' }),
      amount: t.expose('amount', { type: 'SafeInt', description: 'Points moved.' }),
      code: t.expose('code', { type: code, description: 'What it is for.' }),
      ...postedFields(t),
      debit: t.expose('debit', { type: party, description: 'Where the points come from.' }),
      credit: t.expose('credit', { type: party, description: 'Where the points go.' }),
    }),
  });
  return { ownerType, code, party, wallet, transfer };
}
