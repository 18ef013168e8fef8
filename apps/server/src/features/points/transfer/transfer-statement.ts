import { SYSTEM_WALLETS } from '@backcounter/domain';
import { actorOf } from '../../../audit/record-audit.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { type OutcomeRow, type PostedTransfer, postedOf } from '../../../ledger/post-transfer.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { statementFor } from '../../../listing/statements.ts';
import type { Caller } from '../../../ports/identity.ts';
import type { PartyInput, TransferInput } from './transfer-parties.ts';

/** A transfer and its caller. */
export interface TransferRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly input: TransferInput;
}

// An acknowledged transfer is not undone when the client disconnects. The limit is above the server's statement and lock
// timeouts, whose errors are more specific.
const RUN = { signal: new AbortController().signal, timeoutMs: 4_000 } as const;

const changesOf = (transfer: string, points: string): string =>
  `jsonb_build_object('transfer', jsonb_build_array(null, ${transfer}), 'points', jsonb_build_array(null, ${points}))`;

const BALANCES = `b.from_balance as "fromBalance", b.to_balance as "toBalance"`;

// Both wallets are locked from the posting to the end of the statement, which ends the transaction.
const ONE = statementFor(`
  select posted.outcome, posted.refusal, posted.transfer, ${BALANCES}, case when posted.outcome = 'POSTED' then
    record_audit($1, $2, $3, $4, $5, 'points.transfer', null, null, 'DONE', null, ${changesOf('posted.transfer', '$14::bigint')}, null) end
  from post_points_transfer(points_wallet_of($6, $7, $8, $9), points_wallet_of($10, $11, $12, $13), $14::bigint,
    $15::points_transfer_code, $16, $17::timestamptz, $18::points_ref_type, $19, null, $20, $1) as posted cross join lateral points_balances_after(posted.transfer) as b`);

const MANY = statementFor(`
  with given as materialized (
    select g.n, g.request, g.amount, jsonb_build_object('key', g.key, 'points', g.amount, 'code', g.code, 'reason', g.reason,
      'claimed', g.claimed, 'ref_type', case when g.reference is not null then 'TRANSFER' end, 'ref_id', g.reference,
      'debit', points_wallet_of(g.debit, g.debit_account, g.debit_firebase, g.debit_store),
      'credit', points_wallet_of(g.credit, g.credit_account, g.credit_firebase, g.credit_store)) as item
    from rows from (jsonb_to_recordset($5::jsonb) as (debit uuid, debit_account uuid, debit_firebase text, debit_store text, credit uuid,
      credit_account uuid, credit_firebase text, credit_store text, request text, amount bigint, code text, reason text, claimed text,
      reference text, key text)) with ordinality as g (debit, debit_account, debit_firebase, debit_store, credit, credit_account,
      credit_firebase, credit_store, request, amount, code, reason, claimed, reference, key, n)
  ), posted as materialized (
    select p.* from post_gathered_points_transfers((select jsonb_agg(item order by n) from given), $1) as p
  ), noted as (
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, outcome, changes)
    select $1, $4, g.request, 'points.transfer', 'DONE', ${changesOf('p.transfer', 'g.amount')}
    from posted p join given g on g.n = p.place where p.outcome = 'POSTED'
  )
  select p.outcome, p.refusal, p.transfer, ${BALANCES}, case when p.place = 1 then remember_actor($1, $2, $3, $4) end
  from posted p cross join lateral points_balances_after(p.transfer) as b order by p.place`);
const AFTER = statementFor(`
  select t.id as transfer, ${BALANCES} from unnest($1::uuid[]) as t (id) cross join lateral points_balances_after(t.id) as b`);

/** Balances of both wallets after a transfer; null for a system wallet. */
export interface Balances {
  readonly fromBalance: number | null;
  readonly toBalance: number | null;
}

/** Outcome of a posted transfer, with the balances. */
export type StatementRow = OutcomeRow & Balances;

/** A posted transfer, with the balances. */
export type BalancedTransfer = PostedTransfer & Balances;

/** The transfer of a result row. @throws AppError as `postTransfer` */
export function balancedOf(row: StatementRow | undefined): BalancedTransfer {
  return { ...postedOf(row), fromBalance: row?.fromBalance ?? null, toBalance: row?.toBalance ?? null };
}

/** Reads the balances after transfers, by transfer id. */
export async function balancesAfter(sql: SqlRunner, transfers: readonly string[]): Promise<Map<string, Balances>> {
  const rows = await sql.rows<Balances & { transfer: string }>(AFTER, [transfers], RUN);
  return new Map(rows.map(({ transfer, ...balances }) => [transfer, balances]));
}

/**
 * Finds both wallets, posts one transfer and writes its audit row, all in one statement.
 * @throws AppError as `postTransfer`; nothing is written then
 */
export async function transferAtOnce(sql: SqlRunner, request: TransferRequest): Promise<BalancedTransfer> {
  const { caller, requestId, input } = request;
  const { key, from, to, amount, code, reason, occurredAt, reference } = input;
  const values = [
    ...actorOf(caller),
    requestId,
    ...partyValues(from),
    ...partyValues(to),
    amount,
    code,
    reason?.trim() ?? null,
    occurredAt ?? null,
    reference == null ? null : 'TRANSFER',
    reference?.trim() ?? null,
    key,
  ];
  const [row] = await sql.rows<StatementRow>(ONE, values, RUN);
  return balancedOf(row);
}

/**
 * Does the work of `transferAtOnce` for several transfers of one sender in one statement. Keys must differ. Rejects
 * without effect if another transaction locks a wallet for 0.1 s.
 * @returns the outcomes in the same order
 */
export async function transferTogether(sql: SqlRunner, requests: readonly TransferRequest[]): Promise<StatementRow[]> {
  const [first] = requests;
  if (first === undefined) return [];
  const items = requests.map(({ requestId, input }) => {
    const [debit, debitAccount, debitFirebase, debitStore] = partyValues(input.from);
    const [credit, creditAccount, creditFirebase, creditStore] = partyValues(input.to);
    return {
      debit,
      debit_account: debitAccount,
      debit_firebase: debitFirebase,
      debit_store: debitStore,
      credit,
      credit_account: creditAccount,
      credit_firebase: creditFirebase,
      credit_store: creditStore,
      request: requestId,
      amount: input.amount,
      code: input.code,
      reason: input.reason?.trim() ?? null,
      claimed: input.occurredAt ?? null,
      reference: input.reference?.trim() ?? null,
      key: input.key,
    };
  });
  return sql.rows<StatementRow>(MANY, [...actorOf(first.caller), JSON.stringify(items)], RUN);
}

/** Wallet id, account id, Firebase id and store sid of a party: one of them, or none if it cannot exist. */
function partyValues({ walletId, accountId, firebaseId, storeSid, system }: PartyInput): (string | null)[] {
  const wallet = system == null ? walletId : SYSTEM_WALLETS[system];
  return [uuidOrNull(wallet), uuidOrNull(accountId), firebaseId ?? null, storeSid ?? null];
}

function uuidOrNull(text: string | null | undefined): string | null {
  return text != null && isUuid(text) ? text : null;
}
