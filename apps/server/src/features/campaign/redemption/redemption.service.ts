import { createHash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { AppError, foldCouponCode, type RedemptionOutcome, reason, redemptionFields } from '@backcounter/domain';
import { type RawBuilder, sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { type RequestContext, requireScope } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { REDEEMED_COLUMNS, type RedemptionRecord } from './redemption-record.ts';

/** A redemption as a machine client asks for it. */
export interface RedeemInput {
  readonly key: string;
  readonly code: string;
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
  readonly storeSid?: string | null | undefined;
  readonly orderMinor?: number | null | undefined;
  readonly currency?: string | null | undefined;
  readonly orderReference?: string | null | undefined;
  readonly isFirstOrder?: boolean | null | undefined;
  readonly consumerAddress?: string | null | undefined;
}

/** What became of a request. */
export interface RedemptionResult {
  readonly outcome: RedemptionOutcome;
  readonly isReplayed: boolean;
  /** Figures of the rule that refused it. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Null when the code was refused. */
  readonly redemption: RedemptionRecord | null;
}

type OutcomeRow = Partial<RedemptionRecord> & {
  readonly outcome: RedemptionOutcome | 'MISMATCH' | 'NOT_FOUND';
  readonly isReplayed: boolean;
  readonly details: Readonly<Record<string, unknown>>;
};

/** Longer texts are neither a Firebase id nor a sid. */
const NAME_MAX = 128;

/**
 * Holds one use of a code, or confirms it at once.
 * @throws AppError `field.invalid`, `record.not-found` (account or store), `idempotency.mismatch`, `access.denied` (address without the scope)
 */
export async function redeem(
  context: RequestContext,
  input: RedeemInput,
  confirms: boolean,
): Promise<RedemptionResult> {
  checkFields(input);
  if (input.consumerAddress != null) requireScope(context.caller, 'coupon.forward-address');
  const { accountId, storeId } = await partiesOf(context, input);
  const code = foldCouponCode(input.code)?.key ?? null;
  const reference = input.orderReference?.trim() ?? null;
  const { orderMinor = null, currency = null, isFirstOrder = null } = input;
  const hash = createHash('sha256')
    .update(JSON.stringify([code, accountId, storeId, orderMinor, currency, reference, isFirstOrder, confirms]))
    .digest();
  const result = await outcomeOf(
    context,
    sql`reserve_coupon(${code}, ${accountId}::uuid, ${storeId}::uuid, ${orderMinor}::bigint, ${currency}, ${reference}, ${isFirstOrder}::boolean,
      ${confirms}, ${input.key}, ${hash}, ${context.caller.sub}, ${addressOf(input.consumerAddress)})`,
  );
  if (!result.isReplayed && result.outcome === 'RESERVED') await audit(context, 'redemption.reserve', result);
  if (!result.isReplayed && result.outcome === 'CONFIRMED') await audit(context, 'redemption.confirm', result);
  return result;
}

/** Confirms what is held. @throws AppError `record.not-found` */
export async function confirmRedemption(context: RequestContext, id: string): Promise<RedemptionResult> {
  const result = await outcomeOf(context, sql`confirm_redemption(${uuidOf(id)}::uuid, ${context.caller.sub})`);
  if (!result.isReplayed && result.outcome === 'CONFIRMED') await audit(context, 'redemption.confirm', result);
  return result;
}

/** Gives back what is held. @throws AppError `record.not-found` */
export async function releaseRedemption(context: RequestContext, id: string): Promise<RedemptionResult> {
  const result = await outcomeOf(context, sql`release_redemption(${uuidOf(id)}::uuid)`);
  if (!result.isReplayed && result.outcome === 'RELEASED') await audit(context, 'redemption.release', result);
  return result;
}

const REFUSALS = {
  'record.not-found': 'There is no such redemption.',
  'state.invalid-transition': 'Only a confirmed redemption can be rolled back.',
  'redemption.too-old': 'A redemption can be rolled back for 90 days.',
  'points.insufficient': 'The account has spent the points.',
  'wallet.frozen': 'Points cannot leave the account: it is suspended or closed.',
  'idempotency.mismatch': 'This redemption was rolled back otherwise.',
} as const;

/**
 * Takes a confirmed redemption back: the use, the budget, the points and the commission.
 * @returns id of the campaign
 * @throws AppError `reason.required`, one of `REFUSALS`
 */
export async function rollBackRedemption(context: RequestContext, id: string, why: string): Promise<string> {
  const parsed = reason.safeParse(why);
  if (!parsed.success) throw new AppError('reason.required', { message: 'A reason of 1 to 300 characters is needed.' });
  const { rows } = await sql<{ refusal: keyof typeof REFUSALS | null; state: string | null; campaignId: string }>`
    select o.refusal, (o.redeemed).state, (o.redeemed).campaign_id as "campaignId"
    from roll_back_redemption(${uuidOf(id)}::uuid, ${parsed.data}, ${context.caller.sub}) as o`.execute(context.db);
  const row = rows[0];
  const refusal = row?.refusal ?? null;
  if (row === undefined || refusal !== null)
    throw new AppError(refusal ?? 'record.not-found', {
      message: REFUSALS[refusal ?? 'record.not-found'],
      ...(refusal === 'state.invalid-transition' && row?.state != null
        ? {
            details: {
              from: row.state,
              to: 'ROLLED_BACK',
              allowed: row.state === 'RESERVED' ? ['CONFIRMED', 'RELEASED'] : [],
            },
          }
        : {}),
    });
  await recordAudit(context, {
    action: 'redemption.roll-back',
    entityType: 'redemption',
    entityId: id.toLowerCase(),
    outcome: 'DONE',
    reason: parsed.data,
    changes: { state: ['CONFIRMED', 'ROLLED_BACK'], campaign: [null, row.campaignId] },
  });
  return row.campaignId;
}

function checkFields({ code: _code, accountId, firebaseId, storeSid, ...rest }: RedeemInput): void {
  const parsed = redemptionFields.safeParse(rest);
  const wrong = parsed.success ? null : String(parsed.error.issues[0]?.path[0] ?? 'input');
  const isOne = (accountId == null) !== (firebaseId == null);
  const isLong = (firebaseId ?? '').length > NAME_MAX || (storeSid ?? '').length > NAME_MAX;
  const field = wrong ?? (isOne ? null : 'accountId') ?? (isLong ? 'storeSid' : null);
  if (field !== null)
    throw new AppError('field.invalid', {
      message: 'Some fields are not right.',
      details: { fields: { [field]: [{ rule: 'invalid' }] } },
    });
}

async function partiesOf({ db }: RequestContext, { accountId, firebaseId, storeSid }: RedeemInput) {
  const byId = accountId != null && isUuid(accountId) ? accountId : null;
  const { rows } = await sql<{ accountId: string | null; storeId: string | null }>`
    select (select id from account where id = ${byId}::uuid or firebase_id = ${byId === null ? (firebaseId ?? null) : null}) as "accountId",
      (select id from store where sid = ${storeSid ?? null}) as "storeId"`.execute(db);
  const found = rows[0];
  if (found?.accountId == null) throw new AppError('record.not-found', { message: 'There is no such account.' });
  if (storeSid != null && found.storeId === null)
    throw new AppError('record.not-found', { message: 'There is no such store.' });
  return { accountId: found.accountId, storeId: found.storeId };
}

/** One consumer has a whole network of IPv6, so that its addresses count as one. */
function addressOf(address: string | null | undefined): RawBuilder<string | null> {
  if (address == null) return sql`null`;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped !== undefined || isIPv4(address)) return sql`${mapped ?? address}`;
  return sql`host(network(set_masklen(${address}::inet, 64)))`;
}

async function outcomeOf({ db }: RequestContext, call: RawBuilder<unknown>): Promise<RedemptionResult> {
  const { rows } = await sql<OutcomeRow>`
    select o.outcome, o.is_replayed as "isReplayed", o.detail as details, ${REDEEMED_COLUMNS} from ${call} as o`.execute(
    db,
  );
  const row = rows[0];
  if (row === undefined) throw new Error('A redemption had no outcome.');
  const { outcome, isReplayed, details, ...redemption } = row;
  if (outcome === 'MISMATCH')
    throw new AppError('idempotency.mismatch', { message: 'This key was used for another redemption.' });
  if (outcome === 'NOT_FOUND') throw new AppError('record.not-found', { message: 'There is no such redemption.' });
  return { outcome, isReplayed, details, redemption: redemption.id == null ? null : (redemption as RedemptionRecord) };
}

async function audit(
  context: RequestContext,
  action: 'redemption.reserve' | 'redemption.confirm' | 'redemption.release',
  { redemption, outcome }: RedemptionResult,
): Promise<void> {
  await recordAudit(context, {
    action,
    entityType: 'redemption',
    entityId: redemption?.id ?? null,
    outcome: 'DONE',
    changes: {
      state: [action === 'redemption.reserve' ? null : 'RESERVED', outcome],
      campaign: [null, redemption?.campaignId],
      account: [null, redemption?.accountId],
    },
  });
}

/** No redemption has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function uuidOf(id: string): string {
  return isUuid(id) ? id : NOBODY;
}
