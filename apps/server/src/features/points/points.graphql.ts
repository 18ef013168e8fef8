import type { InputRef } from '@pothos/core';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { RUNS_AGAIN } from '../../graphql/repeated-mutation.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { adjustmentMax, adjustPoints, reversePoints } from './points.service.ts';
import { addPointsEntries } from './points-entry.graphql.ts';
import { addPointsPeriods } from './points-period.graphql.ts';
import { addPointsTransfers } from './points-transfer.graphql.ts';
import { findTransfer } from './points-transfer.ts';
import { addPointsTypes, type PointsTypes } from './points-types.graphql.ts';
import { addPointsVerification } from './points-verify.graphql.ts';
import { type OwnerInput, walletOfOwner } from './points-wallet.ts';

/** Points: wallets, their entries, what became of a balance, and corrections by hand. */
export function addPoints(builder: Builder, list: ListTypes, jobs: JobTypes): void {
  const types = addPointsTypes(builder);
  const owner = builder.inputType('PointsOwnerInput', {
    fields: (t) => ({
      type: t.field({
        type: builder.enumType('PointsOwnerKind', { values: ['STORE', 'ACCOUNT', 'GIVEAWAY'] as const }),
        required: true,
      }),
      id: t.id({ required: true }),
    }),
  });
  builder.queryField('pointsWallet', (t) =>
    t.field({
      type: types.wallet,
      extensions: needs('points.read'),
      args: { owner: t.arg({ type: owner, required: true }) },
      resolve: (_root, args, context) => walletOfOwner(context, args.owner),
    }),
  );
  builder.queryField('pointsAdjustmentMax', (t) =>
    t.field({
      type: 'SafeInt',
      description: 'Most points of one adjustment by hand, as `points.manual_max` says now.',
      extensions: needs('points.adjust'),
      resolve: (_root, _args, context) => adjustmentMax(context),
    }),
  );
  builder.queryField('pointsTransfer', (t) =>
    t.field({
      type: types.transfer,
      extensions: needs('points.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => findTransfer(context, id),
    }),
  );
  addPointsEntries(builder, list, types);
  addPointsPeriods(builder, types);
  addPointsTransfers(builder);
  addPointsVerification(builder, types, jobs);
  addCorrections(builder, types, owner);
}

function addCorrections(builder: Builder, { transfer }: PointsTypes, owner: InputRef<OwnerInput>): void {
  const key = 'Made once for a form: the same key is the same transfer, for ever.';
  const adjust = builder.inputType('AdjustPointsInput', {
    fields: (t) => ({
      owner: t.field({ type: owner, required: true }),
      direction: t.field({
        type: builder.enumType('PointsDirection', { values: ['CREDIT', 'DEBIT'] as const }),
        required: true,
      }),
      amount: t.field({ type: 'SafeInt', required: true }),
      reason: t.string({ required: true }),
      key: t.string({ required: true, description: key }),
      confirmAmount: t.field({ type: 'SafeInt', description: 'The amount once more, above 50,000 points.' }),
    }),
  });
  const reverse = builder.inputType('ReversePointsTransferInput', {
    fields: (t) => ({
      transferId: t.id({ required: true }),
      reason: t.string({ required: true }),
      key: t.string({ required: true, description: key }),
    }),
  });
  builder.mutationField('adjustPoints', (t) =>
    t.field({
      type: transfer,
      description: 'Gives points to a wallet or takes some out of it.',
      extensions: { ...needs('points.adjust'), ...RUNS_AGAIN },
      args: { input: t.arg({ type: adjust, required: true }) },
      resolve: async (_root, { input }, context) => findTransfer(context, (await adjustPoints(context, input)).id),
    }),
  );
  builder.mutationField('reversePointsTransfer', (t) =>
    t.field({
      type: transfer,
      description: 'Takes a transfer back by one of the same amount the other way; answers with that one.',
      extensions: { ...needs('points.reverse'), ...RUNS_AGAIN },
      args: { input: t.arg({ type: reverse, required: true }) },
      resolve: async (_root, { input }, context) => findTransfer(context, (await reversePoints(context, input)).id),
    }),
  );
}
