import { createHash } from 'node:crypto';
import {
  AppError,
  couponCodeKey,
  REDEMPTION_MACHINE,
  REDEMPTION_REFUSALS,
  type RedemptionOutcome,
  redemptionFields,
} from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { invalidTransition, statedReason } from '../../../crud/state-change.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { SYSTEM_CALLER } from '../../../db/system-actor.ts';
import { type RequestContext, requireScope } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { networkOf } from '../../../ports/client-network.ts';
import { countRedemption } from '../../../ports/event-counts.ts';
import type { Caller } from '../../../ports/identity.ts';
import { requireInBounds } from '../../../references/client-bounds.ts';
import { notingRefusal, type RefusedRequest } from '../../../references/machine-refusals.ts';
import { withoutCard } from '../../../references/member-card.ts';
import { isMember } from '../../../references/segments.ts';
import type { RedemptionRecord } from './redemption-record.ts';
import {
  confirmAtOnce,
  type OutcomeRow,
  type ReserveRequest,
  releaseAtOnce,
  reserveAtOnce,
} from './redemption-statement.ts';

/** A redemption request of a machine client. */
export interface RedeemInput {
  readonly key: string;
  readonly code: string;
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
  readonly card?: string | null | undefined;
  readonly storeSid?: string | null | undefined;
  readonly orderMinor?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly orderReference?: string | null | undefined;
  readonly isFirstOrder?: boolean | null | undefined;
  readonly consumerAddress?: string | null | undefined;
}

/** Result of a request. */
export interface RedemptionResult {
  readonly outcome: RedemptionOutcome;
  readonly isReplayed: boolean;
  /** Figures of the refusing rule. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Null if the code was refused. */
  readonly redemption: RedemptionRecord | null;
}

/** Maximum length of a Firebase id or sid. */
const NAME_MAX = 128;

/**
 * Reserves one use of a code, or confirms it immediately.
 * @throws AppError `field.invalid`, `record.not-found` (account or store), `idempotency.mismatch`, `access.denied` (address without the scope),
 * and as `withoutCard`
 */
export async function redeem(
  context: RequestContext,
  given: RedeemInput,
  confirms: boolean,
): Promise<RedemptionResult> {
  const operation = confirms ? 'redeemCoupon' : 'reserveCoupon';
  let input = given;
  const asked = (): Omit<RefusedRequest, 'reason'> => ({
    accountId: input.accountId,
    firebaseId: input.firebaseId,
    storeSid: input.storeSid,
    receipt: input.orderReference,
    code: couponCodeKey(input.code),
  });
  const onNamed = (named: RedeemInput) => {
    input = named;
  };
  const result = await notingRefusal(context, operation, asked, () => redeemNamed(context, given, confirms, onNamed));
  if (REDEMPTION_REFUSALS.some((refusal) => refusal === result.outcome))
    context.services.machineRefusals.note(context, operation, [{ ...asked(), reason: result.outcome }]);
  return result;
}

async function redeemNamed(
  context: RequestContext,
  given: RedeemInput,
  confirms: boolean,
  onNamed: (input: RedeemInput) => void,
): Promise<RedemptionResult> {
  checkFields(context.caller, given);
  if (given.consumerAddress != null) requireScope(context.caller, 'coupon.forward-address');
  const input = await withoutCard(context, given, given.key);
  onNamed(input);
  const {
    accountId = null,
    firebaseId = null,
    storeSid = null,
    orderMinor = null,
    currency = null,
    isFirstOrder = null,
  } = input;
  const code = couponCodeKey(input.code);
  const orderReference = input.orderReference?.trim() ?? null;
  const asked = [
    code,
    accountId?.toLowerCase(),
    firebaseId,
    storeSid,
    orderMinor,
    currency,
    orderReference,
    isFirstOrder,
    confirms,
  ];
  const request: ReserveRequest = {
    accountId: accountId !== null && isUuid(accountId) ? accountId : null,
    firebaseId,
    storeSid,
    code,
    orderMinor,
    currency,
    orderReference,
    isFirstOrder,
    confirms,
    key: input.key,
    hash: createHash('sha256').update(JSON.stringify(asked)).digest(),
    address: input.consumerAddress ?? null,
    isMember: null,
  };
  // Wrong codes count in a dry run as well, so that it is no way to guess.
  context.afterDryRun?.push(async (db) => {
    const party = await findParty(db, input);
    return callFunction(db, 'check_coupon', {
      with_code: code,
      for_account: party.accountId,
      at_store: party.storeId,
      with_order: orderMinor,
      with_currency: currency,
      claims_first: isFirstOrder,
      by_client: context.caller.sub,
      from_address: request.address === null ? null : networkOf(request.address),
      is_member: null,
    });
  });
  let row = await reserveAtOnce(context, request);
  // Only campaigns with a segment cost more statements.
  if (row?.outcome === 'MEMBER_UNKNOWN') {
    const segmentId = String(row.details['segmentId']);
    row = await reserveAtOnce(context, {
      ...request,
      isMember: (await isMember(context, segmentId, request, SYSTEM_CALLER)) === true,
    });
  }
  if (row === null) {
    countRedemption('NOT_FOUND');
    throw noParty();
  }
  return resultOf(row);
}

/** Account and store of a request. @throws AppError `record.not-found` */
export async function findParty(
  db: Kysely<Database>,
  { accountId, firebaseId, storeSid }: Pick<RedeemInput, 'accountId' | 'firebaseId' | 'storeSid'>,
): Promise<{ readonly accountId: string; readonly storeId: string | null }> {
  const accounts = db.selectFrom('account').select('id');
  const account = await (accountId == null
    ? accounts.where('firebase_id', '=', firebaseId ?? null)
    : accounts.where('id', '=', uuidOf(accountId))
  ).executeTakeFirst();
  const store =
    storeSid == null ? null : await db.selectFrom('store').select('id').where('sid', '=', storeSid).executeTakeFirst();
  if (account === undefined || store === undefined) throw noParty();
  return { accountId: account.id, storeId: store?.id ?? null };
}

function noParty(): AppError {
  return new AppError('record.not-found', { message: 'There is no such account or store.' });
}

/** Confirms a reservation. @throws AppError `record.not-found` */
export async function confirmRedemption(context: RequestContext, id: string): Promise<RedemptionResult> {
  return resultOf(await confirmAtOnce(context, uuidOf(id)));
}

/** Releases a reservation. @throws AppError `record.not-found` */
export async function releaseRedemption(context: RequestContext, id: string): Promise<RedemptionResult> {
  return resultOf(await releaseAtOnce(context, uuidOf(id)));
}

const REFUSALS = {
  'record.not-found': 'There is no such redemption.',
  'redemption.too-old': 'The redemption is too old to be rolled back.',
  'points.insufficient': 'The account has spent the points.',
  'wallet.frozen': 'Points cannot leave the account: it is suspended or closed.',
  'idempotency.mismatch': 'This redemption was rolled back with another request.',
} as const;

/** A redemption that is rolled back. */
export interface RolledBack {
  readonly campaignId: string;
  /** Whether it was before. */
  readonly isReplayed: boolean;
}

/**
 * Rolls back a confirmed redemption with its use, budget, points and commission.
 * A machine client can roll back only its own, and may repeat it.
 * @throws AppError `reason.required`, `field.invalid`, `state.invalid-transition`, one of `REFUSALS`
 */
export async function rollBackRedemption(context: RequestContext, id: string, why: string): Promise<RolledBack> {
  const reason = statedReason(REDEMPTION_MACHINE.actions.ROLL_BACK.reason, why);
  const isMachine = context.caller.kind === 'machine';
  if (isMachine) await requireOwn(context, id);
  const { refusal, redeemed } = await callFunction(context.db, 'roll_back_redemption', {
    which: uuidOf(id),
    with_reason: reason,
    by_sub: context.caller.sub,
  });
  if (isMachine && redeemed?.state === 'ROLLED_BACK' && refusal !== null)
    return { campaignId: redeemed.campaign_id, isReplayed: true };
  if (redeemed !== null && refusal === 'state.invalid-transition')
    throw invalidTransition(REDEMPTION_MACHINE, 'ROLL_BACK', redeemed, context.now);
  if (refusal !== null || redeemed === null) {
    const code = (refusal ?? 'record.not-found') as keyof typeof REFUSALS;
    throw new AppError(code, { message: REFUSALS[code] });
  }
  await recordAudit(context, {
    action: 'redemption.roll-back',
    entityType: 'redemption',
    entityId: id.toLowerCase(),
    outcome: 'DONE',
    reason,
    changes: { state: ['CONFIRMED', redeemed.state], campaign: [null, redeemed.campaign_id] },
  });
  return { campaignId: redeemed.campaign_id, isReplayed: false };
}

/** @throws AppError `record.not-found` unless the caller made the redemption */
async function requireOwn({ db, caller }: RequestContext, id: string): Promise<void> {
  const own = await db
    .selectFrom('coupon_redemption')
    .select('id')
    .where('id', '=', uuidOf(id))
    .where('created_by', '=', caller.sub)
    .executeTakeFirst();
  if (own === undefined) throw new AppError('record.not-found', { message: REFUSALS['record.not-found'] });
}

/** @throws AppError `field.invalid` unless the request is well-formed and names one account, `client.out-of-bounds` */
export function checkFields(
  caller: Caller,
  { code: _code, accountId, firebaseId, card, storeSid, ...rest }: RedeemInput,
): void {
  const parsed = redemptionFields.safeParse(rest);
  const wrong = parsed.success ? null : String(parsed.error.issues[0]?.path[0] ?? 'input');
  const isOne = [accountId, firebaseId, card].filter((way) => way != null).length === 1;
  const isLong = (firebaseId ?? '').length > NAME_MAX || (storeSid ?? '').length > NAME_MAX;
  const field = wrong ?? (isOne ? null : 'accountId') ?? (isLong ? 'storeSid' : null);
  if (field !== null)
    throw new AppError('field.invalid', {
      message: 'Some fields are not right.',
      details: { fields: { [field]: [{ rule: 'invalid' }] } },
    });
  requireInBounds(caller, [storeSid]);
}

function resultOf(row: OutcomeRow | null): RedemptionResult {
  if (row === null || row.outcome === 'MEMBER_UNKNOWN') throw new Error('A redemption has no outcome.');
  const { outcome, isReplayed, details, ...redemption } = row;
  if (!isReplayed || outcome === 'MISMATCH') countRedemption(outcome);
  if (outcome === 'MISMATCH')
    throw new AppError('idempotency.mismatch', { message: 'This key was used for another redemption.' });
  if (outcome === 'NOT_FOUND') throw new AppError('record.not-found', { message: 'There is no such redemption.' });
  return { outcome, isReplayed, details, redemption: redemption.id == null ? null : (redemption as RedemptionRecord) };
}

/** No redemption has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function uuidOf(id: string): string {
  return isUuid(id) ? id : NOBODY;
}
