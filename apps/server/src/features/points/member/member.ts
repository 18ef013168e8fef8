import type { PointsTransferCode } from '@backcounter/domain';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { callerHasScope, type RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { boundsOf } from '../../../references/client-bounds.ts';
import { findMemberId, type MemberInput } from '../../../references/member-input.ts';

/** An account as a machine client sees it. Fields outside its scopes are null. */
export interface Member {
  readonly id: string;
  readonly firebaseId: string | null;
  readonly number: number;
  readonly state: 'ACTIVE' | 'SUSPENDED';
  readonly countryCode: string;
  readonly locale: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly balance: number | null;
  readonly walletId: string;
}

/** An entry of a member's wallet. */
export interface MemberEntry {
  readonly seq: number;
  readonly transferId: string;
  readonly delta: number;
  readonly balanceAfter: number;
  readonly code: PointsTransferCode;
  readonly occurredAt: Date;
  readonly reversalOf: string | null;
  readonly isOwn: boolean;
  readonly key: string | null;
  readonly reference: string | null;
}

/** Most entries in one answer. */
export const MEMBER_ENTRIES_MAX = 50;
/** More than any wallet has entries. */
const AFTER_LAST = Number.MAX_SAFE_INTEGER;

const MEMBER = statementFor(`
  select a.id, a.firebase_id as "firebaseId", a.public_no as number, a.state::text, a.country_code as "countryCode", a.locale,
    case when $2 then a.display_name end as "displayName", case when $2 then a.email end as email,
    case when $2 then a.phone_e164 end as phone, case when $3 then w.balance end as balance, w.id as "walletId"
  from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id
  where a.id = $1::uuid and a.state in ('ACTIVE', 'SUSPENDED')`);

// The keys and references of other clients and the texts of staff stay hidden.
const ENTRIES = statementFor(`
  select e.seq, e.transfer_id as "transferId", e.delta, e.balance_after as "balanceAfter", t.code::text, e.occurred_at as "occurredAt",
    t.reversal_of as "reversalOf", t.created_by = $4 as "isOwn", case when t.created_by = $4 then t.idempotency_key end as key,
    case when t.created_by = $4 and t.ref_type = 'TRANSFER' and t.reversal_of is null then t.ref_id end as reference
  from points_entry e join points_transfer t on t.id = e.transfer_id
  where e.wallet_id = $1::uuid and e.seq < $2::bigint and ($5::text[] is null or t.created_by = $4 or exists (
    select from points_wallet w join store s on w.owner_type = 'STORE' and s.id = w.owner_id
    where w.id in (t.debit_wallet_id, t.credit_wallet_id) and s.sid = any($5)))
  order by e.seq desc limit $3`);

/**
 * Finds the account, with what the scopes of the client open.
 * @returns null if there is no such account, or if it is closed or erased
 * @throws AppError `field.invalid` unless exactly one way is given
 */
export async function findMember(context: RequestContext, by: MemberInput): Promise<Member | null> {
  const id = await findMemberId(context, by);
  if (id === null) return null;
  const { caller, sql, signal } = context;
  const values = [id, callerHasScope(caller, 'account.read-contact'), callerHasScope(caller, 'points.read')];
  const [row] = await sql.rows<Member>(MEMBER, values, { signal, timeoutMs: LIST_TIMEOUT_MS });
  return row ?? null;
}

/**
 * The newest entries of a member, before the number given; for a client bound to stores its own and those of the stores.
 * @returns null without the scope
 * @throws AppError `field.invalid` for a wrong number of entries
 */
export async function memberEntries(
  { caller, sql, signal }: RequestContext,
  { walletId }: Member,
  first: number,
  before: number | null,
): Promise<MemberEntry[] | null> {
  if (first < 1 || first > MEMBER_ENTRIES_MAX)
    throw fieldsInvalid({ first: [{ rule: 'size', params: { max: MEMBER_ENTRIES_MAX } }] });
  if (!callerHasScope(caller, 'points.read')) return null;
  const values = [walletId, before ?? AFTER_LAST, first, caller.sub, boundsOf(caller)?.stores ?? null];
  return sql.rows<MemberEntry>(ENTRIES, values, { signal, timeoutMs: LIST_TIMEOUT_MS });
}
