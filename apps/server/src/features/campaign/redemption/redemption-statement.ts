import type { RedemptionOutcome } from '@backcounter/domain';
import { actorOf } from '../../../audit/record-audit.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Statement } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';
import { networkOf } from '../../../ports/client-network.ts';
import type { RedemptionRecord } from './redemption-record.ts';

/**
 * Result of an SQL function. MEMBER_UNKNOWN: the campaign has the segment of `details`. MISMATCH: the key was used for another request.
 * NOT_FOUND: there is no such redemption.
 */
export type OutcomeRow = Partial<RedemptionRecord> & {
  readonly outcome: RedemptionOutcome | 'MEMBER_UNKNOWN' | 'MISMATCH' | 'NOT_FOUND';
  readonly isReplayed: boolean;
  readonly details: Readonly<Record<string, unknown>>;
};

// A redemption is not canceled when the client disconnects. The timeout is above the server's statement and lock timeouts, which give more
// specific errors.
const RUN = { signal: new AbortController().signal, timeoutMs: 4_000 } as const;

const COLUMNS = `o.outcome, o.is_replayed as "isReplayed", o.detail as details,
  (o.redeemed).id, (o.redeemed).campaign_id as "campaignId", (o.redeemed).coupon_id as "couponId", (o.redeemed).account_id as "accountId",
  (o.redeemed).state::text as state, (o.redeemed).order_ref as "orderReference", (o.redeemed).order_minor as "orderMinor",
  (o.redeemed).discount_minor as "discountMinor", (o.redeemed).currency, (o.redeemed).points,
  (select c.gift_text_i18n from campaign c where c.id = (o.redeemed).campaign_id) as "giftTexts",
  (o.redeemed).reserved_at as "reservedAt", (o.redeemed).reserved_until as "reservedUntil", (o.redeemed).confirmed_at as "confirmedAt"`;

/** SQL of the audit row of a new outcome, in the same statement; $1 to $5 are the actor and the request. */
const audited = (done: string, action: string, before: string): string =>
  `case when not o.is_replayed and o.outcome in (${done}) then ${audit(action, '(o.redeemed).id::text', before, 'o.outcome')} end`;
const audit = (action: string, id: string, before: string, after: string): string =>
  `record_audit($1, $2, $3, $4, $5, ${action}, 'redemption', ${id}, 'DONE', null, jsonb_build_object('state', jsonb_build_array(${before}, ${after}),
    'campaign', jsonb_build_array(null, (o.redeemed).campaign_id), 'account', jsonb_build_array(null, (o.redeemed).account_id)), null)`;

const RESERVE = statementFor(`
  with party as materialized (
    select (select a.id from account a where a.id = $6::uuid or a.firebase_id = $7) as account, (select s.id from store s where s.sid = $8) as store
  )
  select ${COLUMNS},
    (select max(${audit(`'redemption.release'`, 'r.id', `'RESERVED'`, `'RELEASED'`)}::text) from jsonb_array_elements_text(o.detail -> 'replaced') as r (id)),
    ${audited(`'RESERVED', 'CONFIRMED'`, `case o.outcome when 'RESERVED' then 'redemption.reserve' else 'redemption.confirm' end`, 'null')}
  from party p cross join lateral reserve_coupon($9, p.account, p.store, $10::bigint, $11, $12, $13::boolean, $14::boolean, $15, $16::bytea, $1, $17, $18::boolean) as o
  where p.account is not null and ($8::text is null or p.store is not null)`);
const CONFIRM = statementFor(`
  select ${COLUMNS}, ${audited(`'CONFIRMED'`, `'redemption.confirm'`, `'RESERVED'`)} from confirm_redemption($6::uuid, $1) as o`);
const RELEASE = statementFor(`
  select ${COLUMNS}, ${audited(`'RELEASED'`, `'redemption.release'`, `'RESERVED'`)} from release_redemption($6::uuid) as o`);

/** A validated request for a use of a code. */
export interface ReserveRequest {
  readonly accountId: string | null;
  readonly firebaseId: string | null;
  readonly storeSid: string | null;
  /** Normalized; null if malformed. */
  readonly code: string | null;
  readonly orderMinor: number | null;
  readonly currency: string | null;
  readonly orderReference: string | null;
  readonly isFirstOrder: boolean | null;
  readonly confirms: boolean;
  readonly key: string;
  readonly hash: Buffer;
  readonly address: string | null;
  /** Whether the account is in the segment of the campaign; null: not known yet. */
  readonly isMember: boolean | null;
}

/** Finds account and store, reserves or confirms a use and writes its audit row. Null: there is no such account or store. */
export function reserveAtOnce(context: RequestContext, request: ReserveRequest): Promise<OutcomeRow | null> {
  const { accountId, firebaseId, storeSid, code, orderMinor, currency, orderReference, isFirstOrder } = request;
  return run(context, RESERVE, [
    accountId,
    firebaseId,
    storeSid,
    code,
    orderMinor,
    currency,
    orderReference,
    isFirstOrder,
    request.confirms,
    request.key,
    request.hash,
    request.address === null ? null : networkOf(request.address),
    request.isMember,
  ]);
}

/** Confirms a reservation and writes its audit row. */
export function confirmAtOnce(context: RequestContext, id: string): Promise<OutcomeRow | null> {
  return run(context, CONFIRM, [id]);
}

/** Releases a reservation and writes its audit row. */
export function releaseAtOnce(context: RequestContext, id: string): Promise<OutcomeRow | null> {
  return run(context, RELEASE, [id]);
}

async function run(
  context: RequestContext,
  statement: Statement,
  values: readonly unknown[],
): Promise<OutcomeRow | null> {
  const { sql, caller, requestId, services } = context;
  const [row] = await sql.rows<OutcomeRow>(statement, [...actorOf(caller), requestId, ...values], RUN);
  if (row?.outcome === 'CONFIRMED' && !row.isReplayed && row.campaignId !== undefined)
    services.settledRedemptions.note(row.campaignId);
  return row ?? null;
}
