import type { WalletOwnerType } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Statement } from '../../graphql/sql-runner.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { walletNotFound } from './transfer/points-party.ts';

/** A wallet as the API shows it. */
export interface WalletRow {
  readonly id: string;
  readonly type: WalletOwnerType;
  /** Null for system wallets: their balance is the sum of their entries and is not stored. */
  readonly balance: number | null;
  readonly entries: number;
  readonly creditedTotal: number;
  readonly debitedTotal: number;
  readonly isFrozen: boolean;
}

const COLUMNS = `w.id, w.owner_type::text as type, case when w.owner_type <> 'SYSTEM' then w.balance end as balance,
  w.last_seq as entries, w.credited_total as "creditedTotal", w.debited_total as "debitedTotal", w.frozen as "isFrozen"`;
const BY_ID = statementFor(`select ${COLUMNS} from points_wallet w where w.id = $1::uuid`);
const BY_OWNER = statementFor(
  `select ${COLUMNS} from points_wallet w where w.owner_type = $1::wallet_owner_type and w.owner_id = $2::uuid`,
);

/** Reads a wallet by id. @throws AppError `wallet.not-found` */
export function walletById(context: RequestContext, id: string): Promise<WalletRow> {
  return oneWallet(context, BY_ID, id, [id]);
}

/** An owner of points as clients name it. */
export interface OwnerInput {
  readonly type: Exclude<WalletOwnerType, 'SYSTEM'>;
  readonly id: string;
}

/** Reads the wallet of an owner. @throws AppError `wallet.not-found` */
export function walletOfOwner(context: RequestContext, { type, id }: OwnerInput): Promise<WalletRow> {
  return oneWallet(context, BY_OWNER, id, [type, id]);
}

async function oneWallet(
  context: RequestContext,
  statement: Statement,
  id: string,
  values: readonly string[],
): Promise<WalletRow> {
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<WalletRow>(statement, values, options) : [];
  if (row === undefined) throw walletNotFound();
  return row;
}

/** Result of the last verification of a wallet. */
export interface WalletProof {
  readonly verifiedAt: string;
  readonly entries: number;
  readonly fault: string | null;
  readonly faultSeq: number | null;
}

// A full check without faults covers this wallet too, up to its entries at the start of the check.
const PROOF = statementFor(`
  select p.* from (
    select verified_at as "verifiedAt", through_seq as entries, fault, fault_seq as "faultSeq"
    from points_wallet_proof where wallet_id = $1::uuid
    union all
    select v.started_at, e.seq, null, null
    from (select started_at, progress from ledger_verification where finished_at is not null order by finished_at desc limit 1) as v
      join points_wallet w on w.id = $1::uuid and w.owner_type <> 'SYSTEM'
      cross join lateral (select seq from points_entry
        where wallet_id = w.id and recorded_at < v.started_at order by seq desc limit 1) as e
    where (v.progress ->> 'faultCount')::int = 0
  ) as p order by p."verifiedAt" desc limit 1`);

/** Reads the result of a wallet's last verification; null before the first. */
export async function readProof(context: RequestContext, walletId: string): Promise<WalletProof | null> {
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  return (await context.sql.rows<WalletProof>(PROOF, [walletId], options))[0] ?? null;
}
