import { POINTS_LIMITS } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import type { AuditTypes } from '../../audit/audit.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { RUNS_AGAIN } from '../../graphql/repeated-mutation.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, recordPayload } from '../../graphql/schema/mutation.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import type { MemberInput } from '../../references/member-input.ts';
import { addReceipts } from './call/receipts.graphql.ts';
import { addPointsImports } from './import/points-import.graphql.ts';
import { addMember } from './member/member.graphql.ts';
import { adjustmentMax, adjustPoints, reversePoints } from './points.service.ts';
import { addPointsEntries } from './points-entry.graphql.ts';
import { addPointsPeriods } from './points-period.graphql.ts';
import { addPointsTypes, type PointsTypes } from './points-types.graphql.ts';
import { type OwnerInput, walletOfOwner } from './points-wallet.ts';
import { addPointsTransfers } from './transfer/points-transfer.graphql.ts';
import { findTransfer } from './transfer/points-transfer.ts';
import { addPointsVerification } from './verify/points-verify.graphql.ts';

/** Adds wallets, their entries, balance history and manual corrections. */
export function addPoints(
  builder: Builder,
  list: ListTypes,
  jobs: JobTypes,
  record: AuditTypes['auditRecord'],
  member: InputRef<MemberInput>,
): void {
  const types = addPointsTypes(builder);
  const owner = builder.inputType('PointsOwnerInput', {
    description: 'Owner of a wallet.',
    fields: (t) => ({
      type: t.field({
        type: addEnum(builder, 'PointsOwnerKind', 'Kinds of wallet owners.', POINTS_OWNER_KINDS),
        required: true,
        description: 'Kind of the owner.',
      }),
      id: t.id({ required: true, description: 'Id of the owner.' }),
    }),
  });
  builder.queryField('pointsWallet', (t) =>
    t.field({
      type: types.wallet,
      description: 'The wallet of an owner.',
      extensions: needs('points.read'),
      args: { owner: t.arg({ type: owner, required: true, description: 'Whose wallet.' }) },
      resolve: (_root, args, context) => walletOfOwner(context, args.owner),
    }),
  );
  builder.queryField('pointsAdjustmentMax', (t) =>
    t.field({
      type: 'SafeInt',
      description: 'Maximum points of one manual adjustment; the setting `points.manual_max`.',
      extensions: needs('points.adjust'),
      resolve: (_root, _args, context) => adjustmentMax(context),
    }),
  );
  builder.queryField('pointsTransfer', (t) =>
    t.field({
      type: types.transfer,
      description: 'One transfer.',
      extensions: needs('points.read'),
      args: { id: t.arg.id({ required: true, description: 'The transfer.' }) },
      resolve: (_root, { id }, context) => findTransfer(context, id),
    }),
  );
  addPointsEntries(builder, list, types, record);
  addPointsPeriods(builder, types);
  addPointsTransfers(builder);
  addMember(builder, types, member);
  addPointsVerification(builder, types, jobs);
  addPointsImports(builder, jobs);
  addReceipts(builder);
  addCorrections(builder, types, owner);
}

const POINTS_OWNER_KINDS = { ACCOUNT: 'An account.', GIVEAWAY: 'A giveaway.', STORE: 'A store.' } as const;

function addCorrections(builder: Builder, { transfer }: PointsTypes, owner: InputRef<OwnerInput>): void {
  const key = {
    required: true,
    description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, generated once per form; the same key always means the same transfer.`,
  } as const;
  const reason = { required: true, description: 'Why; kept with the transfer and in the audit trail.' } as const;
  const direction = addEnum(builder, 'PointsDirection', 'Direction of an adjustment.', {
    CREDIT: 'Points are added to the wallet.',
    DEBIT: 'Points are removed from the wallet.',
  });
  addMutation(builder, 'adjustPoints', {
    description: 'Adds points to a wallet or removes some, manually.',
    extensions: { ...needs('points.adjust'), ...RUNS_AGAIN },
    input: (t) => ({
      owner: t.field({ type: owner, required: true, description: 'Whose wallet.' }),
      direction: t.field({ type: direction, required: true, description: 'In or out.' }),
      amount: t.field({
        type: 'SafeInt',
        required: true,
        description: 'Points; from 1 to `pointsAdjustmentMax`, else `field.invalid`.',
      }),
      reason: t.string(reason),
      key: t.string(key),
      storeId: t.id({ description: 'Store of the receipt that this corrects.' }),
      receipt: t.string({
        description:
          'The receipt that this corrects. `field.invalid` if it was posted in the store, or corrected before.',
      }),
      refusalId: t.id({ description: 'The refused request that this corrects, from `receiptsOfDay`.' }),
      confirmAmount: t.field({
        type: 'SafeInt',
        description: `The amount again; required above ${POINTS_LIMITS.confirmAbove.toLocaleString('en-US')} points.`,
      }),
    }),
    resolve: (input, context) => adjustPoints(context, input),
    payload: recordPayload('pointsTransfer', transfer, findTransfer),
  });
  addMutation(builder, 'reversePointsTransfer', {
    description: 'Reverses a transfer with one of the same amount in the other direction; returns the new one.',
    extensions: { ...needs('points.reverse'), ...RUNS_AGAIN },
    input: (t) => ({
      transferId: t.id({ required: true, description: 'The transfer to reverse.' }),
      reason: t.string(reason),
      key: t.string(key),
    }),
    resolve: (input, context) => reversePoints(context, input),
    payload: recordPayload('pointsTransfer', transfer, findTransfer),
  });
}
