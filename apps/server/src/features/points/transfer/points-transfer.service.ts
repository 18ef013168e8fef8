import { AppError, type ErrorCode, machineTransferFields, POINTS_LIMITS } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { callerHasScope, type RequestContext, requireScope } from '../../../graphql/request-context.ts';
import { type NewTransfer, type PostedTransfer, postTransfers } from '../../../ledger/post-transfer.ts';
import { requireInBounds } from '../../../references/client-bounds.ts';
import { notingRefusal, type RefusedRequest } from '../../../references/machine-refusals.ts';
import { withoutCard } from '../../../references/member-card.ts';
import { type PartyInput, type TransferInput, walletsOf, wayOf } from './transfer-parties.ts';
import { type Balances, balancesAfter, transferAtOnce } from './transfer-statement.ts';

/** Outcome of one transfer. */
export interface TransferResult extends Balances {
  readonly key: string;
  readonly outcome: 'POSTED' | 'REPLAYED' | 'REFUSED';
  readonly transferId: string | null;
  /** Reason of a refusal, else null. */
  readonly code: ErrorCode | null;
  /** First invalid field with `field.invalid`, else null. */
  readonly field: string | null;
}

/**
 * Posts one transfer.
 * @throws AppError `field.invalid`, and those of `postTransfer` and `withoutCards`
 */
export function transferPoints(context: RequestContext, given: TransferInput): Promise<TransferResult> {
  let input = given;
  const post = () =>
    postOne(context, given, (named) => {
      input = named;
    });
  return notingRefusal(context, 'transferPoints', () => refusedOf(input), post);
}

async function postOne(
  context: RequestContext,
  given: TransferInput,
  onNamed: (input: TransferInput) => void,
): Promise<TransferResult> {
  const field = wrongField(given);
  if (field !== null)
    throw new AppError('field.invalid', {
      message: 'Some fields are invalid.',
      details: { fields: { [field]: [{ rule: 'invalid' }] } },
    });
  const input = await withoutCards(context, given);
  onNamed(input);
  const request = { caller: context.caller, requestId: context.requestId, input };
  const { id, isReplayed, ...balances } = context.db.isTransaction
    ? await transferAtOnce(context.sql, request)
    : await context.services.transfers.post(request);
  return resultOf(context, input.key, { id, isReplayed }, balances);
}

/** Balances are for clients that may read points. */
export function resultOf(
  { caller }: RequestContext,
  key: string,
  { id, isReplayed }: PostedTransfer,
  { fromBalance, toBalance }: Balances,
): TransferResult {
  const shown = callerHasScope(caller, 'points.read') ? { fromBalance, toBalance } : NO_BALANCES;
  return { key, outcome: isReplayed ? 'REPLAYED' : 'POSTED', transferId: id, code: null, field: null, ...shown };
}

const NO_BALANCES: Balances = { fromBalance: null, toBalance: null };

/**
 * Posts several transfers in order, each independent of the others.
 * @throws AppError `field.invalid` for none or too many
 */
export async function transferMany(
  context: RequestContext,
  inputs: readonly TransferInput[],
): Promise<TransferResult[]> {
  if (inputs.length === 0 || inputs.length > POINTS_LIMITS.batchMax)
    throw new AppError('field.invalid', {
      message: `A batch has 1 to ${POINTS_LIMITS.batchMax} transfers.`,
      details: { fields: { transfers: [{ rule: 'size', params: { max: POINTS_LIMITS.batchMax } }] } },
    });
  const named: (TransferInput | Refusal)[] = [];
  for (const input of inputs) named.push(await namedOrRefused(context, input));
  const right = named.filter((each) => 'from' in each);
  const walletOf = await walletsOf(
    context,
    right.flatMap(({ from, to }) => [from, to]),
  );
  const outcomes = await postTransfers(
    context.db,
    right.map((input) => transferOf(input, walletOf)),
    context.caller.sub,
  );
  const next = outcomes.values();
  const balances = await balancesAfter(
    context.sql,
    callerHasScope(context.caller, 'points.read') ? outcomes.flatMap(({ transferId }) => transferId ?? []) : [],
  );
  const results = named.map((input, index): TransferResult => {
    const key = inputs[index]?.key ?? '';
    if (!('from' in input)) return { key, outcome: 'REFUSED', transferId: null, ...input, ...NO_BALANCES };
    const { value } = next.next();
    if (value === undefined) throw new Error('A transfer of a batch has no outcome.');
    const { outcome, transferId, refusal } = value;
    return { key, outcome, transferId, code: refusal, field: null, ...(balances.get(transferId ?? '') ?? NO_BALANCES) };
  });
  const refused = results.flatMap(({ code }, index) => {
    const input = named[index] && 'from' in named[index] ? named[index] : inputs[index];
    return code === null || input === undefined ? [] : { ...refusedOf(input), reason: code };
  });
  context.services.machineRefusals.note(context, 'transferPointsBatch', refused);
  const posted = inputs.filter((_input, index) => results[index]?.outcome === 'POSTED');
  // One event for the batch: each transfer stores its sender and is immutable.
  if (posted.length > 0)
    await recordAudit(context, {
      action: 'points.transfer-many',
      entityType: null,
      entityId: null,
      outcome: 'DONE',
      changes: {
        transfers: [null, posted.length],
        refused: [null, refused.length],
        points: [null, posted.reduce((sum, { amount }) => sum + amount, 0)],
      },
    });
  return results;
}

type Refusal = Pick<TransferResult, 'code' | 'field'>;

/** A transfer of a batch with accounts instead of cards, or why it is refused. */
async function namedOrRefused(context: RequestContext, input: TransferInput): Promise<TransferInput | Refusal> {
  const field = wrongField(input);
  if (field !== null) return { code: 'field.invalid', field };
  try {
    return await withoutCards(context, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, field: Object.keys(error.details.fields ?? {})[0] ?? null };
  }
}

/**
 * The transfer with accounts instead of cards. Points leave a card with the scope for it only.
 * @throws AppError `access.denied`, `client.out-of-bounds`, and as `withoutCard`
 */
async function withoutCards(context: RequestContext, input: TransferInput): Promise<TransferInput> {
  const { from, to, key, amount } = input;
  requireInBounds(context.caller, [from.storeSid, to.storeSid], amount);
  if (from.card != null) requireScope(context.caller, 'points.spend-by-card');
  return { ...input, from: await withoutCard(context, from, key), to: await withoutCard(context, to, key) };
}

function transferOf(input: TransferInput, walletOf: (party: PartyInput) => string): NewTransfer {
  const { key, from, to, amount, code, reason, occurredAt, reference } = input;
  return {
    key,
    debitWalletId: walletOf(from),
    creditWalletId: walletOf(to),
    amount,
    code,
    reason: reason?.trim() ?? null,
    occurredAt: occurredAt ?? null,
    reference: reference == null ? null : { type: 'TRANSFER', id: reference.trim() },
  };
}

function refusedOf({ from, to, amount, code, occurredAt, reference }: TransferInput): Omit<RefusedRequest, 'reason'> {
  return {
    accountId: from.accountId ?? to.accountId,
    firebaseId: from.firebaseId ?? to.firebaseId,
    walletIds: [from.walletId, to.walletId],
    storeSid: from.storeSid ?? to.storeSid,
    receipt: reference,
    points: code === 'SPEND' ? -amount : amount,
    occurredAt,
  };
}

/** The first field that breaks its rule; null if all are valid. */
function wrongField({ from, to, ...rest }: TransferInput): string | null {
  const parsed = machineTransferFields.safeParse(rest);
  if (!parsed.success) return String(parsed.error.issues[0]?.path[0] ?? 'transfer');
  if (wayOf(from) === null) return 'from';
  return wayOf(to) === null ? 'to' : null;
}
