import { hasPlaceholders, type LocalizedText, type PlaceholderValues } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

/** Values of placeholders by account. */
export type ValuesByAccount = ReadonlyMap<string, PlaceholderValues>;

interface Texts {
  readonly titleI18n: LocalizedText;
  readonly bodyI18n: LocalizedText;
}

/** Reads the values of accounts for texts that have placeholders; no values for others. */
export async function readPlaceholderValues(
  db: Kysely<Database>,
  { titleI18n, bodyI18n }: Texts,
  accountIds: readonly string[],
): Promise<ValuesByAccount> {
  const isFilled = [titleI18n, bodyI18n].some((texts) => Object.values(texts).some(hasPlaceholders));
  return isFilled ? valuesOfAccounts(db, accountIds) : new Map();
}

/** Reads the values of accounts. */
export async function valuesOfAccounts(db: Kysely<Database>, accountIds: readonly string[]): Promise<ValuesByAccount> {
  const { rows } = await sql<PlaceholderValues & { readonly id: string }>`
    select a.id, a.display_name as "firstName", w.balance::float8 as points, last.name as store
    from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id
    left join lateral (select s.name from points_entry e
      join points_transfer t on t.id = e.transfer_id and t.code = 'EARN'
      join points_wallet sw on sw.id = t.debit_wallet_id and sw.owner_type = 'STORE'
      join store s on s.id = sw.owner_id
      where e.wallet_id = w.id order by e.recorded_at desc, e.seq desc limit 1) as last on true
    where a.id = any(${accountIds}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, ...values }) => [id, values]));
}
