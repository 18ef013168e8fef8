import { AppError, type SystemWalletCode, type WalletOwnerType } from '@backcounter/domain';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';

/** One side of a transfer: a wallet and its owner. */
export interface PointsParty {
  readonly walletId: string;
  readonly type: WalletOwnerType;
  /** Id of the store, account or giveaway; null for a system wallet. */
  readonly ownerId: string | null;
  readonly systemCode: SystemWalletCode | null;
  /** Null for an account without a name and for a system wallet. */
  readonly name: string | null;
  /** Number of an account, sid of a store, code of a giveaway. */
  readonly label: string | null;
}

// Names and labels depend on the kind of owner.
const PARTIES = statementFor(`
  select w.id as "walletId", w.owner_type::text as type, w.owner_id as "ownerId", w.system_code::text as "systemCode",
    coalesce(s.name, a.display_name, g.title_i18n ->> 'en-US') as name, coalesce(s.sid, '#' || a.public_no, g.code) as label
  from points_wallet w
    left join store s on w.owner_type = 'STORE' and s.id = w.owner_id
    left join account a on w.owner_type = 'ACCOUNT' and a.id = w.owner_id
    left join giveaway g on w.owner_type = 'GIVEAWAY' and g.id = w.owner_id
  where w.id = any($1::uuid[])`);

/** Finds the owners of wallets by wallet id, in one statement. */
export async function partiesOf(
  context: Pick<RequestContext, 'sql' | 'signal'>,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, PointsParty>> {
  if (walletIds.length === 0) return new Map();
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const rows = await context.sql.rows<PointsParty>(PARTIES, [[...new Set(walletIds)]], options);
  return new Map(rows.map((party) => [party.walletId, party]));
}

/** The party of a wallet. @throws AppError `wallet.not-found` */
export function partyOf(parties: ReadonlyMap<string, PointsParty>, walletId: string): PointsParty {
  const party = parties.get(walletId);
  if (party === undefined) throw walletNotFound();
  return party;
}

/** The error for a wallet that does not exist. */
export function walletNotFound(): AppError {
  return new AppError('wallet.not-found', { message: 'There is no such wallet.' });
}
