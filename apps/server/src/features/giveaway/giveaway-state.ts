import { randomBytes } from 'node:crypto';
import {
  AppError,
  GIVEAWAY_LIMITS,
  GIVEAWAY_MACHINE,
  type GiveawayAction,
  type GiveawayState,
  giveawayEscrowPoints,
  rulesHash as hashOfRules,
  SYSTEM_WALLETS,
  seedCommitment,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { statedReason } from '../../crud/state-change.ts';
import { callFunction, type FunctionArguments } from '../../db/call-function.ts';
import { loadServerSecret } from '../../db/server-secret.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet, readWallet } from '../../ledger/wallet.ts';
import { readDrawRules } from './draw/read-draw-rules.ts';
import { type LockedGiveaway, lockGiveaway } from './giveaway-lock.ts';
import { GIVEAWAY_PROBLEMS, refuseGiveaway } from './giveaway-record.ts';
import { GIVEAWAY_SEED_SECRET, sealSeed } from './giveaway-seed.ts';

/** Input of a publication. */
export interface Publication extends Expected {
  readonly reason: string;
  /** Code of the giveaway, typed as confirmation. */
  readonly confirmCode: string;
  /** Displayed escrow. */
  readonly agreedEscrowPoints: number;
  /** Accepts responsibility for an entry fee, which may make the giveaway a lottery. */
  readonly acceptsConsideration: boolean;
}

const { PUBLISH, CANCEL, SETTLE } = GIVEAWAY_MACHINE.actions;

/** Length of the seed and of the key of pseudonyms. */
const SEED_BYTES = 32;

/** Entries refunded in the transaction of a cancellation; housekeeping refunds the rest. */
export const REFUND_PAGE = 500;

/**
 * Publishes a giveaway: freezes its terms, puts the points of its prizes into escrow and publishes the commitment to a seed.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid`,
 *   `exposure.changed`, `giveaway.registration-missing`, and errors of the ledger for the sponsor's wallet
 */
export async function publishGiveaway(context: RequestContext, said: Publication): Promise<void> {
  const reason = statedReason(PUBLISH.reason, said.reason);
  const current = await lockFor(context, said, 'PUBLISH');
  requireCode(current, said.confirmCode);
  if (new Date(current.opensAt) <= context.now) throw fieldsInvalid({ opensAt: [{ rule: 'future' }] });
  const isPaid = current.entryCostPoints > 0;
  if (isPaid && !said.acceptsConsideration) throw fieldsInvalid({ acceptsConsideration: [{ rule: 'required' }] });
  const escrow = giveawayEscrowPoints(current.prizes);
  if (said.agreedEscrowPoints !== escrow) {
    throw new AppError('exposure.changed', { message: 'The escrow has changed.' });
  }
  const { db, caller } = context;
  const [outsideKey] = context.services.drawKeys;
  const seed = randomBytes(SEED_BYTES);
  const commitment = Buffer.from(seedCommitment(current.id, seed));
  const rulesHash = Buffer.from(hashOfRules(await readDrawRules(db, current.id)));
  await stepTo(context, current, 'PUBLISH', {
    rules_hash: rulesHash,
    seed_commitment: commitment,
    seed_encrypted: sealSeed(outsideKey ?? (await loadServerSecret(db, GIVEAWAY_SEED_SECRET)), current.id, seed),
    pseudonym_salt: randomBytes(SEED_BYTES),
    escrow_points: escrow,
    consideration_accepted_by: isPaid ? caller.sub : null,
  });
  const hashes = { rulesHash: rulesHash.toString('hex'), seedCommitment: commitment.toString('hex') };
  await append(context, current.id, 'PUBLISHED', { with_reason: reason, with_data: hashes });
  if (escrow > 0 || isPaid) await fund(context, current, escrow);
  await audit(context, current, 'PUBLISH', reason, {
    rulesHash: [null, hashes.rulesHash],
    seedCommitment: [null, hashes.seedCommitment],
    isSeedKeyOutsideDatabase: [null, outsideKey !== undefined],
    ...(escrow > 0 ? { escrowPoints: [0, escrow] } : {}),
    ...(isPaid ? { considerationAccepted: [false, true] } : {}),
  });
}

/** Stores the registration numbers of the prizes. @throws AppError as `publishGiveaway`, `field.invalid` */
export async function recordRegistration(
  context: EffectContext,
  { newYork, florida, ...expected }: Expected & { readonly newYork: string | null; readonly florida: string | null },
): Promise<void> {
  const current = await lockFor(context, expected, 'REGISTER');
  const numbers = { newYork: newYork?.trim() || null, florida: florida?.trim() || null };
  for (const [field, number] of Object.entries(numbers)) {
    const max = GIVEAWAY_LIMITS.registrationMaxLength;
    if (number !== null && number.length > max)
      throw fieldsInvalid({ [field]: [{ rule: 'too-long', params: { max } }] });
  }
  const changes = Object.fromEntries(
    (['newYork', 'florida'] as const)
      .filter((field) => numbers[field] !== current[field])
      .map((field) => [field, [current[field], numbers[field]] as const]),
  );
  if (Object.keys(changes).length === 0) return;
  await context.db
    .updateTable('giveaway')
    .set({ registration_new_york: numbers.newYork, registration_florida: numbers.florida, ...touched(context) })
    .where('id', '=', current.id)
    .execute();
  await audit(context, current, 'REGISTER', null, changes);
}

/**
 * Cancels a giveaway before its entries are frozen. The points of entries and the escrow are returned: the first page in
 * this transaction, the rest automatically soon after.
 * @throws AppError as `publishGiveaway`
 */
export async function cancelGiveaway(
  context: EffectContext,
  said: Expected & Pick<Publication, 'reason' | 'confirmCode'>,
): Promise<void> {
  const reason = statedReason(CANCEL.reason, said.reason);
  const current = await lockFor(context, said, 'CANCEL');
  requireCode(current, said.confirmCode);
  await stepTo(context, current, 'CANCEL', { state_reason: reason });
  if (current.publishedAt !== null) {
    await append(context, current.id, 'CANCELED', { with_reason: reason });
    const page = { of_giveaway: current.id, page: REFUND_PAGE };
    await callFunction(context.db, 'refund_giveaway_page', page);
    // A second call returns the escrow after the last page, or refunds another page.
    await callFunction(context.db, 'refund_giveaway_page', page);
  }
  await audit(context, current, 'CANCEL', reason, { stateReason: [null, reason] });
}

/** Notifies the winners after a review of their eligibility. @throws AppError as `publishGiveaway` */
export async function announceGiveaway(
  context: EffectContext,
  { hasReviewed, ...expected }: Expected & { readonly hasReviewed: boolean },
): Promise<void> {
  const current = await lockFor(context, expected, 'ANNOUNCE');
  if (!hasReviewed) throw fieldsInvalid({ hasReviewed: [{ rule: 'required' }] });
  const notified = await callFunction(context.db, 'announce_giveaway', {
    of_giveaway: current.id,
    by_sub: context.caller.sub,
  });
  await audit(context, current, 'ANNOUNCE', null, { winnersNotified: [0, notified ?? 0] });
}

/** Ends a giveaway and returns the rest of the escrow. @throws AppError as `publishGiveaway`, `giveaway.prizes-open` */
export async function settleGiveaway(
  context: EffectContext,
  said: Expected & Pick<Publication, 'reason'>,
): Promise<void> {
  const reason = statedReason(SETTLE.reason, said.reason);
  const current = await lockFor(context, said, 'SETTLE');
  const refusal = await callFunction(context.db, 'settle_giveaway', {
    of_giveaway: current.id,
    with_reason: reason,
    by_actor: 'STAFF',
    by_sub: context.caller.sub,
  });
  // Its row is locked, so only open prizes can prevent it.
  if (refusal !== null) throw new AppError('giveaway.prizes-open', GIVEAWAY_PROBLEMS['giveaway.prizes-open']);
  await audit(context, current, 'SETTLE', reason, {});
}

async function lockFor(context: EffectContext, expected: Expected, action: GiveawayAction): Promise<LockedGiveaway> {
  const current = await lockGiveaway(context, expected);
  refuseGiveaway(context, current, action);
  return current;
}

async function stepTo(
  context: EffectContext,
  { id }: LockedGiveaway,
  step: 'CANCEL' | 'PUBLISH',
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  try {
    await context.db
      .updateTable('giveaway')
      .set({ state: sql<GiveawayState>`giveaway_after(${step})`, ...columns, ...touched(context) })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    // The clock of the database decides.
    const isLate = step === 'PUBLISH' && (error as { readonly code?: unknown } | null)?.code === REFUSED_STATE;
    throw isLate ? fieldsInvalid({ opensAt: [{ rule: 'future' }] }) : error;
  }
}

/** SQLSTATE of an invalid transition. */
const REFUSED_STATE = 'BC001';

function touched({ caller }: EffectContext) {
  return { version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: caller.sub };
}

/** Opens the wallet of a giveaway and transfers the points of its prizes to it. */
async function fund(context: EffectContext, { id, store }: LockedGiveaway, points: number): Promise<void> {
  const { db, caller } = context;
  const purse = await openWallet(db, { type: 'GIVEAWAY', id });
  if (points === 0) return;
  const source = store === null ? SYSTEM_WALLETS.ISSUANCE : (await readWallet(db, { type: 'STORE', id: store.id })).id;
  const { id: transfer } = await postTransfer(
    db,
    {
      debitWalletId: source,
      creditWalletId: purse,
      amount: points,
      code: 'GIVEAWAY_FUND',
      reference: { type: 'GIVEAWAY', id },
      key: `giveaway-fund:${id}`,
    },
    caller.sub,
  );
  await append(context, id, 'FUNDED', { transfer, with_points: points });
}

async function append(
  { db, caller }: EffectContext,
  id: string,
  type: 'CANCELED' | 'FUNDED' | 'PUBLISHED',
  details: Pick<
    FunctionArguments<'append_giveaway_transaction'>,
    'transfer' | 'with_data' | 'with_points' | 'with_reason'
  >,
): Promise<void> {
  const by = { by_actor: 'STAFF', by_sub: caller.sub } as const;
  await callFunction(db, 'append_giveaway_transaction', { of_giveaway: id, of_type: type, ...by, ...details });
}

function audit(
  context: EffectContext,
  { id, state }: LockedGiveaway,
  action: GiveawayAction,
  reason: string | null,
  changes: AuditChanges,
): Promise<void> {
  const { to } = GIVEAWAY_MACHINE.actions[action];
  const moved: AuditChanges = to === null ? {} : { state: [state, to] };
  return recordAudit(context, {
    action: `giveaway.${action.toLowerCase()}`,
    entityType: 'giveaway',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: { ...moved, ...changes },
  });
}

function requireCode({ code }: LockedGiveaway, typed: string): void {
  if (typed.trim().toUpperCase() !== code) throw fieldsInvalid({ confirmCode: [{ rule: 'not-equal' }] });
}
