import { POINTS_TRANSFER_CODES, SYSTEM_WALLETS, type SystemWalletCode, WALLET_OWNER_TYPES } from '@backcounter/domain';
import type { Builder } from '../../graphql/builder.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { type PointsParty, partiesOf, partyOf } from './points-party.ts';
import type { TransferRow } from './points-transfer.ts';
import { readProof, type WalletProof, type WalletRow } from './points-wallet.ts';

/** The types that the parts of points share. */
export function addPointsTypes(builder: Builder) {
  const ownerType = builder.enumType('PointsOwnerType', { values: WALLET_OWNER_TYPES });
  const code = builder.enumType('PointsTransferCode', { values: POINTS_TRANSFER_CODES });
  const systemCode = builder.enumType('PointsSystemCode', {
    values: Object.keys(SYSTEM_WALLETS) as SystemWalletCode[],
    description:
      'ISSUANCE: where points come from. BREAKAGE: where points go that nobody will spend. CORRECTION: other side of adjustments by hand. CAMPAIGN: where points of coupons come from.',
  });
  const party = builder.objectRef<PointsParty>('PointsParty').implement({
    fields: (t) => ({
      walletId: t.exposeID('walletId'),
      type: t.expose('type', { type: ownerType }),
      ownerId: t.exposeID('ownerId', {
        nullable: true,
        description: 'Id of the store, account or giveaway; null for the product itself.',
      }),
      systemCode: t.expose('systemCode', { type: systemCode, nullable: true }),
      name: t.exposeString('name', { nullable: true, extensions: NEVER_STORED }),
      label: t.exposeString('label', { nullable: true, description: 'Number of an account, sid of a store.' }),
    }),
  });
  const proof = builder.objectRef<WalletProof>('PointsWalletProof').implement({
    fields: (t) => ({
      verifiedAt: t.expose('verifiedAt', { type: 'DateTime' }),
      entries: t.expose('entries', { type: 'SafeInt', description: 'How far the chain was walked.' }),
      isIntact: t.boolean({ resolve: ({ fault }) => fault === null }),
      faultSeq: t.expose('faultSeq', {
        type: 'SafeInt',
        nullable: true,
        description: 'Number of the first entry that is wrong; null where the wallet itself is, or nothing.',
      }),
    }),
  });
  const wallet = builder.objectRef<WalletRow>('PointsWallet').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      owner: t.field({
        type: party,
        resolve: async ({ id }, _args, context) => partyOf(await partiesOf(context, [id]), id),
      }),
      balance: t.expose('balance', {
        type: 'SafeInt',
        nullable: true,
        description: 'Null for wallets of the product itself: theirs is the sum of their entries, which nobody keeps.',
      }),
      entries: t.expose('entries', { type: 'SafeInt' }),
      creditedTotal: t.expose('creditedTotal', { type: 'SafeInt', description: 'All points that ever came in.' }),
      debitedTotal: t.expose('debitedTotal', { type: 'SafeInt', description: 'All points that ever went out.' }),
      proof: t.field({
        type: proof,
        nullable: true,
        description: 'What came of walking its chain last; null: nobody has yet.',
        resolve: ({ id }, _args, context) => readProof(context, id),
      }),
      isFrozen: t.exposeBoolean('isFrozen', { description: 'Nothing goes out; points may come in.' }),
    }),
  });
  const transfer = builder.objectRef<TransferRow>('PointsTransfer').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      amount: t.expose('amount', { type: 'SafeInt' }),
      code: t.expose('code', { type: code }),
      reason: t.exposeString('reason', { nullable: true }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
      recordedAt: t.expose('recordedAt', { type: 'DateTime' }),
      referenceType: t.exposeString('referenceType', { nullable: true }),
      referenceId: t.exposeString('referenceId', { nullable: true }),
      reversalOf: t.exposeID('reversalOf', { nullable: true }),
      reversedBy: t.exposeID('reversedBy', { nullable: true }),
      by: t.field({ type: 'StaffRef', resolve: ({ bySub, byName }) => ({ sub: bySub, name: byName }) }),
      debit: t.expose('debit', { type: party, description: 'Where the points come from.' }),
      credit: t.expose('credit', { type: party, description: 'Where the points go.' }),
    }),
  });
  return { ownerType, code, party, wallet, transfer };
}

/** The types that the parts of points share. */
export type PointsTypes = ReturnType<typeof addPointsTypes>;
