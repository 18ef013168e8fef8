import {
  AppError,
  type FieldProblems,
  POINTS_LIMITS,
  pointsAmount,
  pointsKey,
  reason as reasonRule,
  SYSTEM_WALLETS,
} from '@backcounter/domain';
import { requireApproval } from '../../approvals/require-approval.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { readWholeSetting } from '../../db/setting.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type PostedTransfer, postTransfer, reverseTransfer } from '../../ledger/post-transfer.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { type CorrectionInput, readCorrection, writeCorrection } from './call/points-correction.ts';
import { type OwnerInput, walletOfOwner } from './points-wallet.ts';
import { partiesOf, partyOf } from './transfer/points-party.ts';

/** A manual adjustment. */
export interface AdjustInput extends CorrectionInput {
  readonly owner: OwnerInput;
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: number;
  readonly reason: string;
  readonly key: string;
  readonly confirmAmount?: number | null | undefined;
}

/** A manual reversal. */
export interface ReverseInput {
  readonly transferId: string;
  readonly reason: string;
  readonly key: string;
}

/** Maximum points of one manual adjustment. */
export function adjustmentMax({ db }: Pick<RequestContext, 'db'>): Promise<number> {
  return readWholeSetting(db, 'points.manual_max');
}

/**
 * Credits or debits an owner's wallet, with a reason.
 * @throws AppError `field.invalid`, `reason.required`, `wallet.not-found`, `state.invalid-transition` for a closed owner, and
 * those of `postTransfer`
 */
export async function adjustPoints(context: RequestContext, input: AdjustInput): Promise<PostedTransfer> {
  const problems: Record<string, FieldProblems[string]> = {};
  const max = await adjustmentMax(context);
  if (!pointsAmount.safeParse(input.amount).success) problems['amount'] = [{ rule: 'amount' }];
  else if (input.amount > max) problems['amount'] = [{ rule: 'too-large', params: { max } }];
  else if (input.amount > POINTS_LIMITS.confirmAbove && input.confirmAmount !== input.amount)
    problems['confirmAmount'] = [{ rule: 'confirm' }];
  const reason = checkedReason(input.reason, input.key, problems);
  const wallet = await walletOfOwner(context, input.owner);
  const isClosed = await isOwnerClosed(context, input.owner);
  const correction = await readCorrection(context, input.owner, input);
  const isCredit = input.direction === 'CREDIT';
  const posted = await postTransfer(
    context.db,
    {
      debitWalletId: isCredit ? SYSTEM_WALLETS.CORRECTION : wallet.id,
      creditWalletId: isCredit ? wallet.id : SYSTEM_WALLETS.CORRECTION,
      amount: input.amount,
      code: isCredit ? 'MANUAL_CREDIT' : 'MANUAL_DEBIT',
      reason,
      reference: { type: 'STAFF', id: correction?.receipt ?? null },
      key: input.key,
    },
    context.caller.sub,
  );
  if (posted.isReplayed) return posted;
  if (isClosed)
    throw new AppError('state.invalid-transition', { message: 'The owner is closed.', details: { allowed: [] } });
  if (correction !== null) await writeCorrection(context, posted.id, correction);
  const { owner, direction, amount } = input;
  const adjustment = { owner, direction, amount, reason, ...(correction?.receipt && { receipt: correction.receipt }) };
  await requirePointsApproval(context, wallet.id, input.amount, adjustment);
  await recordAudit(context, {
    action: 'points.adjust',
    entityType: input.owner.type.toLowerCase(),
    entityId: input.owner.id.toLowerCase(),
    outcome: 'DONE',
    reason,
    changes: await balanceChange(context, posted.id, wallet.id),
  });
  return posted;
}

/**
 * Reverses a transfer.
 * @throws AppError `field.invalid`, `reason.required`, and those of `reverseTransfer`
 */
export async function reversePoints(context: RequestContext, input: ReverseInput): Promise<PostedTransfer> {
  const reason = checkedReason(input.reason, input.key, {});
  if (!isUuid(input.transferId)) throw new AppError('record.not-found', { message: 'There is no such transfer.' });
  const posted = await reverseTransfer(context.db, { ...input, reason }, context.caller.sub);
  if (posted.isReplayed) return posted;
  const {
    debit_wallet_id: debit,
    credit_wallet_id: credit,
    amount,
  } = await context.db
    .selectFrom('points_transfer')
    .select(['debit_wallet_id', 'credit_wallet_id', 'amount'])
    .where('id', '=', posted.id)
    .executeTakeFirstOrThrow();
  const parties = await partiesOf(context, [debit, credit]);
  // Recorded in the history of the owner who loses the points, or of the recipient if a system wallet loses them.
  // A machine client reverses only its own transfers, which needed no approval either.
  if (context.caller.kind === 'staff')
    await requirePointsApproval(context, debit, amount, {
      direction: 'REVERSE',
      amount,
      reason,
      transferId: input.transferId,
    });
  const party = [debit, credit].map((id) => parties.get(id)).find((one) => one?.ownerId != null);
  await recordAudit(context, {
    action: 'points.reverse',
    entityType: party?.type.toLowerCase() ?? null,
    entityId: party?.ownerId ?? null,
    outcome: 'DONE',
    reason,
    changes: {
      transfer: [input.transferId, posted.id],
      ...(party === undefined ? {} : await balanceChange(context, posted.id, party.walletId)),
    },
  });
  return posted;
}

/** A person moves points by hand. Called after the ledger has refused all that it refuses. */
async function requirePointsApproval(
  context: RequestContext,
  walletId: string,
  amount: number,
  shown: object,
): Promise<void> {
  const party = partyOf(await partiesOf(context, [walletId]), walletId);
  await requireApproval(context, {
    action: 'POINTS_ADJUST',
    value: amount,
    entityType: party.ownerId === null ? null : party.type.toLowerCase(),
    entityId: party.ownerId,
    read: async () => ({
      title: party.label ?? walletId,
      fields: Object.entries(shown).map(([key, after]) => ({ key, before: null, after })),
      figures: [{ key: 'points', value: amount }],
      records: [walletId],
    }),
  });
}

/** Reports whether the owner is closed and so could not spend points. Locks the owner's row until the transaction ends. */
async function isOwnerClosed({ db }: RequestContext, { type, id }: OwnerInput): Promise<boolean> {
  if (type === 'GIVEAWAY') return false;
  const row = await db
    .selectFrom(type === 'STORE' ? 'store' : 'account')
    .select('state')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row?.state === 'CLOSED' || row?.state === 'ERASED';
}

function checkedReason(text: string, key: string, problems: Record<string, FieldProblems[string]>): string {
  const parsed = reasonRule.safeParse(text);
  const isMissing = text.trim() === '';
  if (!parsed.success) problems['reason'] = [{ rule: isMissing ? 'required' : 'too-long' }];
  if (!pointsKey.safeParse(key).success) problems['key'] = [{ rule: 'invalid' }];
  if (Object.keys(problems).length > 0) {
    const isReasonAlone = isMissing && Object.keys(problems).length === 1;
    throw new AppError(isReasonAlone ? 'reason.required' : 'field.invalid', {
      message: isReasonAlone ? 'A reason is required.' : 'Some fields are invalid.',
      details: { fields: problems },
    });
  }
  return parsed.data ?? '';
}

/** The wallet's balance before and after, for the audit trail. */
async function balanceChange(
  context: RequestContext,
  transferId: string,
  walletId: string,
): Promise<Record<'points', readonly [number, number]>> {
  const { delta, balance_after: after } = await context.db
    .selectFrom('points_entry')
    .select(['delta', 'balance_after'])
    .where('transfer_id', '=', transferId)
    .where('wallet_id', '=', walletId)
    .executeTakeFirstOrThrow();
  return { points: [(after ?? 0) - delta, after ?? 0] };
}
