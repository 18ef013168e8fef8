import { SYSTEM_WALLETS } from '@backcounter/domain';
import { actorOf } from '../../audit/record-audit.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type OutcomeRow, type PostedTransfer, postedOf } from '../../ledger/post-transfer.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { statementFor } from '../../listing/statements.ts';
import { NOBODY, type PartyInput, type TransferInput } from './transfer-parties.ts';

/** Above the server's own limits of a statement and of a lock, which end it first and tell why. */
const TIMEOUT_MS = 4_000;

const walletOf = (first: number): string => `coalesce($${first}::uuid,
    (select id from points_wallet where owner_type = 'ACCOUNT' and owner_id = $${first + 1}::uuid),
    (select w.id from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id where a.firebase_id = $${first + 2}),
    (select w.id from store s join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id where s.sid = $${first + 3}),
    '${NOBODY}')`;

// The rows of both wallets are locked from the posting to the end of the statement, which is the end of the transaction.
const TRANSFER = statementFor(`
  select posted.outcome, posted.refusal, posted.transfer, case when posted.outcome = 'POSTED' then
    record_audit($9, $10, $11, $12, $13, 'points.transfer', null, null, 'DONE', null,
      jsonb_build_object('transfer', jsonb_build_array(null, posted.transfer), 'points', jsonb_build_array(null, $14::bigint)), null) end
  from post_points_transfer(${walletOf(1)}, ${walletOf(5)}, $14::bigint, $15::points_transfer_code, $16, $17::timestamptz,
    $18::points_ref_type, $19, null, $20, $9) as posted`);

/**
 * Finds both wallets, posts one transfer and writes its audit row, all in one statement.
 * @throws AppError what `postTransfer` refuses; nothing has been written then
 */
export async function transferAtOnce(context: RequestContext, input: TransferInput): Promise<PostedTransfer> {
  const { key, from, to, amount, code, reason, occurredAt, reference } = input;
  const [row] = await context.sql.rows<OutcomeRow>(
    TRANSFER,
    [
      ...partyValues(from),
      ...partyValues(to),
      ...actorOf(context.caller),
      context.requestId,
      amount,
      code,
      reason?.trim() ?? null,
      occurredAt ?? null,
      reference == null ? null : 'TRANSFER',
      reference?.trim() ?? null,
      key,
    ],
    { signal: context.signal, timeoutMs: TIMEOUT_MS },
  );
  return postedOf(row);
}

/** Wallet id, account id, Firebase id and store sid of a party: one of them, or none where it cannot be anybody. */
function partyValues({ walletId, accountId, firebaseId, storeSid, system }: PartyInput): (string | null)[] {
  const wallet = system == null ? walletId : SYSTEM_WALLETS[system];
  return [uuidOrNull(wallet), uuidOrNull(accountId), firebaseId ?? null, storeSid ?? null];
}

function uuidOrNull(text: string | null | undefined): string | null {
  return text != null && isUuid(text) ? text : null;
}
