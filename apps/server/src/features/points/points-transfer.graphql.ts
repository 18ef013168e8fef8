import { MACHINE_TRANSFER_CODES, POINTS_LIMITS } from '@backcounter/domain';
import { needsScope } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { IN_ONE_STATEMENT } from '../../graphql/one-statement.ts';
import { type TransferResult, transferMany, transferPoints } from './points-transfer.service.ts';
import { MACHINE_SYSTEM_WALLETS } from './transfer-parties.ts';

/** What machine clients post. */
export function addPointsTransfers(builder: Builder): void {
  const party = builder.inputType('PointsPartyInput', {
    description: 'Whose wallet is meant: exactly one of these.',
    fields: (t) => ({
      walletId: t.id(),
      accountId: t.id(),
      firebaseId: t.string({ description: 'Of an account.' }),
      storeSid: t.string(),
      system: t.field({
        type: builder.enumType('PointsMachineWallet', { values: MACHINE_SYSTEM_WALLETS }),
        description: 'ISSUANCE: where points come from. BREAKAGE: where points go that nobody will spend.',
      }),
    }),
  });
  const input = builder.inputType('TransferPointsInput', {
    fields: (t) => ({
      key: t.string({
        required: true,
        description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, the client's own for ever: the same key is the same transfer.`,
      }),
      from: t.field({ type: party, required: true }),
      to: t.field({ type: party, required: true }),
      amount: t.field({ type: 'SafeInt', required: true }),
      code: t.field({
        type: builder.enumType('PointsMachineCode', { values: MACHINE_TRANSFER_CODES }),
        required: true,
      }),
      reason: t.string(),
      occurredAt: t.field({
        type: 'DateTime',
        description: 'Up to 60 s ahead, which counts as now, and 90 days back; without it now.',
      }),
      reference: t.string({ description: "The client's own reference, such as the number of a receipt." }),
    }),
  });
  const result = builder.objectRef<TransferResult>('TransferPointsResult').implement({
    fields: (t) => ({
      outcome: t.expose('outcome', {
        type: builder.enumType('TransferPointsOutcome', { values: ['POSTED', 'REPLAYED', 'REFUSED'] as const }),
      }),
      transferId: t.exposeID('transferId', { nullable: true }),
      code: t.exposeString('code', { nullable: true, description: 'Why it was refused: an error code.' }),
      field: t.exposeString('field', { nullable: true, description: '`field.invalid`: the first that is wrong.' }),
    }),
  });
  builder.mutationField('transferPoints', (t) =>
    t.field({
      type: result,
      description: 'Posts one transfer; what is refused is an error with its code.',
      extensions: { ...needsScope('points.transfer'), ...IN_ONE_STATEMENT },
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, args, context) => transferPoints(context, args.input),
    }),
  );
  builder.mutationField('transferPointsBatch', (t) =>
    t.field({
      type: [result],
      description: `Posts up to ${POINTS_LIMITS.batchMax.toLocaleString('en-US')} transfers in their order. What is refused leaves the others alone; an outcome for each, in the same order.`,
      extensions: needsScope('points.transfer'),
      args: { transfers: t.arg({ type: [input], required: true }) },
      resolve: (_root, { transfers }, context) => transferMany(context, transfers),
    }),
  );
}
