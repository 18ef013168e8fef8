import { type machineTransferFields, SYSTEM_WALLETS } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';

/** System wallets that machine clients may use. */
export const MACHINE_SYSTEM_WALLETS = ['ISSUANCE', 'BREAKAGE'] as const;

/** Selects a wallet by exactly one of its members. */
export interface PartyInput {
  readonly walletId?: string | null | undefined;
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
  /** Replaced by the account before wallets are found. */
  readonly card?: string | null | undefined;
  readonly storeSid?: string | null | undefined;
  readonly system?: (typeof MACHINE_SYSTEM_WALLETS)[number] | null | undefined;
}

/** A transfer as a machine client requests it. */
export interface TransferInput {
  readonly key: string;
  readonly from: PartyInput;
  readonly to: PartyInput;
  readonly amount: number;
  readonly code: (typeof machineTransferFields)['shape']['code']['options'][number];
  readonly reason?: string | null | undefined;
  readonly occurredAt?: Date | null | undefined;
  readonly reference?: string | null | undefined;
}

type Kind = keyof PartyInput;

const KINDS = ['walletId', 'accountId', 'firebaseId', 'card', 'storeSid', 'system'] as const satisfies readonly Kind[];

/** No wallet has this id. */
const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The one member of a party that is given; null for none or several. */
export function wayOf(party: PartyInput): { readonly kind: Kind; readonly value: string } | null {
  const given = KINDS.flatMap((kind) => {
    const value = party[kind];
    return value == null ? [] : [{ kind, value }];
  });
  return given.length === 1 ? (given[0] ?? null) : null;
}

/** Finds the wallet ids of parties with at most one statement per kind of member. */
export async function walletsOf(
  { db }: Pick<RequestContext, 'db'>,
  parties: readonly PartyInput[],
): Promise<(party: PartyInput) => string> {
  const values = new Map<Kind, Set<string>>();
  for (const party of parties) {
    const way = wayOf(party);
    if (way !== null) values.set(way.kind, (values.get(way.kind) ?? new Set()).add(way.value));
  }
  const found = new Map<string, string>();
  const note = (kind: Kind, rows: readonly { value: string; id: string }[]): void => {
    for (const { value, id } of rows) found.set(`${kind} ${value}`, id);
  };
  const accountIds = [...(values.get('accountId') ?? [])].filter(isUuid);
  if (accountIds.length > 0) {
    const { rows } = await sql<{ value: string; id: string }>`
      select owner_id as value, id from points_wallet
      where owner_type = 'ACCOUNT' and owner_id = any(${accountIds}::uuid[])`.execute(db);
    note('accountId', rows);
  }
  const firebaseIds = values.get('firebaseId');
  if (firebaseIds !== undefined) {
    const { rows } = await sql<{ value: string; id: string }>`
      select a.firebase_id as value, w.id from account a join points_wallet w on w.owner_type = 'ACCOUNT' and w.owner_id = a.id
      where a.firebase_id = any(${[...firebaseIds]}::text[])`.execute(db);
    note('firebaseId', rows);
  }
  const sids = values.get('storeSid');
  if (sids !== undefined) {
    const { rows } = await sql<{ value: string; id: string }>`
      select s.sid as value, w.id from store s join points_wallet w on w.owner_type = 'STORE' and w.owner_id = s.id
      where s.sid = any(${[...sids]}::text[])`.execute(db);
    note('storeSid', rows);
  }
  return (party) => {
    const { walletId, system, accountId } = party;
    if (walletId != null) return isUuid(walletId) ? walletId : NIL_ID;
    if (system != null) return SYSTEM_WALLETS[system];
    if (accountId != null) return found.get(`accountId ${accountId.toLowerCase()}`) ?? NIL_ID;
    const way = wayOf(party);
    return (way === null ? undefined : found.get(`${way.kind} ${way.value}`)) ?? NIL_ID;
  };
}
