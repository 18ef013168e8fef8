import type { PointsTransferCode, SystemWalletCode, WalletOwnerType } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { orNull } from '../../graphql/schema/or-null.ts';
import { sharedFields } from '../../graphql/schema/shared-fields.ts';
import { readProof, type WalletProof, type WalletRow } from './points-wallet.ts';
import { type PointsParty, partiesOf, partyOf } from './transfer/points-party.ts';
import type { TransferRow } from './transfer/points-transfer.ts';

const OWNER_TYPES: Readonly<Record<WalletOwnerType, string>> = {
  STORE: 'A store.',
  ACCOUNT: 'An account.',
  GIVEAWAY: 'A giveaway.',
  SYSTEM: 'The product.',
};

const SYSTEM_CODES: Readonly<Record<SystemWalletCode, string>> = {
  ISSUANCE: 'Source of new points.',
  BREAKAGE: 'Destination of points that no one will spend.',
  CORRECTION: 'The other side of manual adjustments.',
  CAMPAIGN: 'Source of the points of coupons.',
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

/** Fields that a transfer and its entries share. */
export const postedFields = sharedFields<Posted>((t) => ({
  reason: t.exposeString('reason', orNull('Text given with the transfer; null without one.')),
  referenceType: t.exposeString(
    'referenceType',
    orNull('Kind of record that the transfer is about, such as GIVEAWAY; null without one.'),
  ),
  referenceId: t.exposeString(
    'referenceId',
    orNull('Id of that record, or the reference of the sender; null without one.'),
  ),
  occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
  recordedAt: t.expose('recordedAt', { type: 'DateTime', description: 'When it was posted.' }),
  reversalOf: t.exposeID('reversalOf', orNull('The transfer that this one reverses; null if it is not a reversal.')),
  reversedBy: t.exposeID('reversedBy', orNull('The transfer that reverses this one; null if none does.')),
  by: t.field({
    type: 'StaffRef',
    description: 'Member of staff or machine client that posted it.',
    resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName }),
  }),
}));

/** Descriptions of the transfer codes. */
export const TRANSFER_CODES: Readonly<Record<PointsTransferCode, string>> = {
  ISSUE: 'Points are issued.',
  EARN: 'An account earns points.',
  SPEND: 'An account spends points.',
  MANUAL_CREDIT: 'Staff added points manually.',
  MANUAL_DEBIT: 'Staff removed points manually.',
  GIVEAWAY_FUND: 'Points are put into escrow for the prizes of a giveaway.',
  GIVEAWAY_PRIZE: 'A prize of a giveaway is paid out.',
  GIVEAWAY_ENTRY: 'An account pays for an entry.',
  GIVEAWAY_REFUND: 'Points of a giveaway are returned.',
  COUPON_REWARD: 'A coupon grants points.',
  REVERSAL: 'Another transfer is reversed.',
  OPENING: 'Opening balance migrated from another system.',
};

/** GraphQL types that the files of this feature share. */
export interface PointsTypes {
  readonly ownerType: EnumRef<BuilderTypes, WalletOwnerType>;
  readonly code: EnumRef<BuilderTypes, PointsTransferCode>;
  readonly party: ObjectRef<BuilderTypes, PointsParty>;
  readonly wallet: ObjectRef<BuilderTypes, WalletRow>;
  readonly transfer: ObjectRef<BuilderTypes, TransferRow>;
}

/** Adds the shared types of points. */
export function addPointsTypes(builder: Builder): PointsTypes {
  const ownerType = addEnum(builder, 'PointsOwnerType', 'Kinds of wallet owners.', OWNER_TYPES);
  const code = addEnum(builder, 'PointsTransferCode', 'Purpose of a transfer.', TRANSFER_CODES);
  const systemCode = addEnum(builder, 'PointsSystemCode', 'System wallets.', SYSTEM_CODES);
  const party = builder.objectRef<PointsParty>('PointsParty').implement({
    description: 'One side of a transfer: a wallet and its owner.',
    fields: (t) => ({
      walletId: t.exposeID('walletId', { description: 'Id of the wallet.' }),
      type: t.expose('type', { type: ownerType, description: 'Kind of the owner.' }),
      ownerId: t.exposeID('ownerId', orNull('Id of the account, store or giveaway; null for a system wallet.')),
      systemCode: t.expose('systemCode', orNull('Which system wallet; null for others.', systemCode)),
      name: t.exposeString('name', {
        nullable: true,
        description: 'Name of the owner; null for a system wallet, and if the caller may not see it.',
        extensions: NEVER_STORED,
      }),
      label: t.exposeString('label', orNull('Number of an account, or sid of a store.')),
    }),
  });
  const proof = builder.objectRef<WalletProof>('PointsWalletProof').implement({
    description: 'Result of a verification of a wallet.',
    fields: (t) => ({
      verifiedAt: t.expose('verifiedAt', { type: 'DateTime', description: 'When it was verified.' }),
      entries: t.expose('entries', { type: 'SafeInt', description: 'Number of entries that were checked.' }),
      isIntact: t.boolean({ description: 'Whether no fault was found.', resolve: ({ fault }) => fault === null }),
      faultSeq: t.expose(
        'faultSeq',
        orNull('Number of the first wrong entry; null without a fault, or if the wallet row is wrong.', 'SafeInt'),
      ),
    }),
  });
  const wallet = builder.objectRef<WalletRow>('PointsWallet').implement({
    description: 'A wallet of points.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the wallet.' }),
      owner: t.field({
        type: party,
        description: 'Its owner.',
        resolve: async ({ id }, _args, context) => partyOf(await partiesOf(context, [id]), id),
      }),
      balance: t.expose(
        'balance',
        orNull('Points in it; null for system wallets, whose balance is not kept.', 'SafeInt'),
      ),
      entries: t.expose('entries', { type: 'SafeInt', description: 'Number of its entries.' }),
      creditedTotal: t.expose('creditedTotal', { type: 'SafeInt', description: 'Total points ever credited.' }),
      debitedTotal: t.expose('debitedTotal', { type: 'SafeInt', description: 'Total points ever debited.' }),
      proof: t.field({
        type: proof,
        nullable: true,
        description: 'Result of its last verification; null before the first.',
        resolve: ({ id }, _args, context) => readProof(context, id),
      }),
      isFrozen: t.exposeBoolean('isFrozen', {
        description: 'True if the wallet only accepts credits: its owner is suspended or closed.',
      }),
    }),
  });
  const transfer = builder.objectRef<TransferRow>('PointsTransfer').implement({
    description: 'Points moved from one wallet to another.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the transfer.' }),
      amount: t.expose('amount', { type: 'SafeInt', description: 'Points moved.' }),
      code: t.expose('code', { type: code, description: 'Purpose of the transfer.' }),
      ...postedFields(t),
      debit: t.expose('debit', { type: party, description: 'Source of the points.' }),
      credit: t.expose('credit', { type: party, description: 'Destination of the points.' }),
    }),
  });
  return { ownerType, code, party, wallet, transfer };
}
