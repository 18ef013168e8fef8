import { MACHINE_TRANSFER_CODES, POINTS_LIMITS } from '@backcounter/domain';
import { needsScope } from '../../../graphql/authorise.ts';
import { IN_ONE_STATEMENT } from '../../../graphql/one-statement.ts';
import { IN_PUBLIC } from '../../../graphql/public-slice.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { TRANSFER_CODES } from '../points-types.graphql.ts';
import { type TransferResult, transferMany, transferPoints } from './points-transfer.service.ts';
import { reverseOwnTransfer } from './reverse-own-transfer.ts';
import type { MACHINE_SYSTEM_WALLETS } from './transfer-parties.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;
type ResultFields = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, TransferResult>;

const MACHINE_WALLETS: Readonly<Record<(typeof MACHINE_SYSTEM_WALLETS)[number], string>> = {
  ISSUANCE: 'Source of new points.',
  BREAKAGE: 'Destination of points that no one will spend.',
};

const WITHOUT_BALANCE = 'Null for a system wallet, a refusal, and without the scope `points.read`.';

/** Adds the mutations by which machine clients post transfers. */
export function addPointsTransfers(builder: Builder): void {
  const transfer = addTransferInput(builder);
  const resultFields = addResultFields(builder);
  addMutation(builder, 'transferPoints', {
    description: 'Posts one transfer; a refusal is returned as an error.',
    extensions: { ...needsScope('points.transfer'), ...IN_ONE_STATEMENT },
    input: transfer,
    resolve: (input, context) => transferPoints(context, input),
    payload: resultFields,
  });
  addMutation(builder, 'reversePoints', {
    description: 'Reverses a whole transfer that this client posted, once; a refusal is returned as an error.',
    extensions: needsScope('points.reverse'),
    input: (t) => ({
      key: t.string({
        required: true,
        description: 'Key of the reversal, as a transfer has one; the same key always means the same reversal.',
      }),
      transferId: t.id({ description: 'The transfer; exactly one of `transferId` and `transferKey`.' }),
      transferKey: t.string({ description: 'The key with which this client posted the transfer.' }),
      reason: t.string({ required: true, description: 'Why, for staff who read the reversal.' }),
    }),
    resolve: (input, context) => reverseOwnTransfer(context, input),
    payload: resultFields,
  });
  const one = builder.inputType('PointsTransferInput', {
    description: 'One transfer of a batch, with the fields of `transferPoints`.',
    fields: transfer,
  });
  const result = builder
    .objectRef<TransferResult>('PointsTransferResult')
    .implement({ extensions: IN_PUBLIC, description: 'Outcome of one transfer of a batch.', fields: resultFields });
  addMutation(builder, 'transferPointsBatch', {
    description: `Posts up to ${POINTS_LIMITS.batchMax.toLocaleString('en-US')} transfers in the order given. A refusal does not affect the others.`,
    extensions: needsScope('points.transfer'),
    input: (t) => ({
      transfers: t.field({
        type: [one],
        required: true,
        description: `1 to ${POINTS_LIMITS.batchMax.toLocaleString('en-US')} transfers.`,
      }),
    }),
    resolve: async ({ transfers }, context) => ({ results: await transferMany(context, transfers) }),
    payload: (t) => ({
      results: t.expose('results', { type: [result], description: 'One for each transfer, in the order given.' }),
    }),
  });
}

function addTransferInput(builder: Builder) {
  const system = addEnum(
    builder,
    'PointsMachineWallet',
    'System wallets that machine clients may use.',
    MACHINE_WALLETS,
  );
  const code = builder.enumType('PointsMachineCode', {
    description: 'Purposes for which machine clients may post transfers.',
    values: Object.fromEntries(
      MACHINE_TRANSFER_CODES.map((value) => [value, { description: TRANSFER_CODES[value] }]),
    ) as Record<(typeof MACHINE_TRANSFER_CODES)[number], { readonly description: string }>,
  });
  const party = builder.inputType('PointsPartyInput', {
    description: 'Selects a wallet by exactly one of these fields, else `field.invalid`.',
    fields: (t) => ({
      walletId: t.id({ description: 'Id of the wallet itself.' }),
      accountId: t.id({ description: 'The wallet of this account.' }),
      firebaseId: t.string({ description: 'The wallet of the account with this Firebase id.' }),
      card: t.string({
        description:
          'The wallet of the account with this card. As the source it needs the scope `points.spend-by-card`.',
      }),
      storeSid: t.string({ description: 'The wallet of the store with this sid.' }),
      system: t.field({ type: system, description: 'A system wallet.' }),
    }),
  });
  return (t: InputFields) => ({
    key: t.string({
      required: true,
      description: `1 to ${POINTS_LIMITS.keyMaxLength} visible ASCII characters, chosen by the client; the same key always means the same transfer.`,
    }),
    from: t.field({ type: party, required: true, description: 'Source of the points.' }),
    to: t.field({ type: party, required: true, description: 'Destination of the points.' }),
    amount: t.field({
      type: 'SafeInt',
      required: true,
      description: `Points; 1 to ${POINTS_LIMITS.amountMax.toLocaleString('en-US')}.`,
    }),
    code: t.field({ type: code, required: true, description: 'Purpose of the transfer.' }),
    reason: t.string({ description: 'Text that staff read with the transfer.' }),
    occurredAt: t.field({
      type: 'DateTime',
      description: `When it happened; absent: now. Up to ${POINTS_LIMITS.behindDays} days back and ${POINTS_LIMITS.aheadSeconds} s ahead, else \`transfer.time-out-of-range\`.`,
    }),
    reference: t.string({
      description: `The client's own reference, such as a receipt number; at most ${POINTS_LIMITS.referenceMaxLength} characters.`,
    }),
  });
}

function addResultFields(builder: Builder) {
  const outcome = addEnum<TransferResult['outcome']>(builder, 'TransferPointsOutcome', 'Outcome of a transfer.', {
    POSTED: 'Done: the transfer is posted.',
    REPLAYED: 'Done: the same key was posted before; nothing changed.',
    REFUSED: 'Refused: `code` says why.',
  });
  return (t: ResultFields) => ({
    key: t.exposeString('key', { description: 'The key that the client gave.' }),
    outcome: t.expose('outcome', { type: outcome, description: 'Outcome of the transfer.' }),
    transferId: t.exposeID('transferId', orNull('The transfer; null where it was refused.')),
    code: t.exposeString('code', orNull('Error code of the refusal; null where it was posted.')),
    fromBalance: t.expose('fromBalance', {
      ...orNull(`Balance of the source after it. ${WITHOUT_BALANCE}`, 'SafeInt'),
      extensions: needsScope('points.read'),
    }),
    toBalance: t.expose('toBalance', {
      ...orNull(`Balance of the destination after it. ${WITHOUT_BALANCE}`, 'SafeInt'),
      extensions: needsScope('points.read'),
    }),
    field: t.exposeString('field', orNull('First invalid field with the code `field.invalid`; else null.')),
  });
}
