import type { GiveawayEntryOutcome, GiveawayEntryState } from '@backcounter/domain';
import { actorOf } from '../../../audit/record-audit.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';
import type { Caller } from '../../../ports/identity.ts';

/** Validated request of a machine client to change an entry. */
export interface EntryRequest {
  readonly caller: Caller;
  readonly requestId: string;
  readonly op: 'ADD' | 'ENTER' | 'WITHDRAW';
  readonly giveawayId: string;
  readonly accountId: string | null;
  readonly firebaseId: string | null;
  readonly tickets: number;
  /** Whether the account is in the segment of the giveaway; null: not known yet. */
  readonly isMember: boolean | null;
  readonly key: string;
  /** SHA-256 of the request, in hex. */
  readonly hash: string;
}

/** An entry as the database functions return it; instants are ISO 8601 texts in UTC. */
export interface EntryRecord {
  readonly id: string;
  readonly giveawayId: string;
  readonly accountId: string;
  readonly tickets: number;
  readonly state: GiveawayEntryState;
  readonly pointsPaid: number;
  readonly enteredAt: string;
}

/**
 * Outcome of a request. MEMBER_UNKNOWN: the giveaway has a segment, and `isMember` is null. MISMATCH: the key was used for
 * another request. NOT_FOUND: no such giveaway or account.
 */
export type EntryRow = { readonly [Field in keyof EntryRecord]: EntryRecord[Field] | null } & {
  readonly outcome: GiveawayEntryOutcome | 'MEMBER_UNKNOWN' | 'MISMATCH' | 'NOT_FOUND';
  readonly isReplayed: boolean;
  readonly details: Readonly<Record<string, unknown>>;
};

// An acknowledged change is not undone when the client disconnects. The limit is above the server's statement and lock
// timeouts, whose errors are more specific.
const RUN = { signal: new AbortController().signal, timeoutMs: 4_000 } as const;

const CHANGE = statementFor(`
  with asked as materialized (
    select g.n, g.request from rows from (jsonb_to_recordset($5::jsonb) as (request text)) with ordinality as g (request, n)
  ), done as materialized (
    select c.* from change_giveaway_entries($5::jsonb, $1) as c
  ), noted as (
    insert into staff_audit_event (actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, changes)
    select $1, $4, a.request, 'giveaway.' || case d.outcome when 'ENTERED' then 'enter' when 'WITHDRAWN' then 'withdraw' else 'add-tickets' end,
      'giveaway', (d.changed).giveaway_id::text, 'DONE', jsonb_build_object('account', jsonb_build_array(null, (d.changed).account_id),
        'tickets', jsonb_build_array(null, (d.changed).tickets))
    from done d join asked a on a.n = d.place where not d.is_replayed and d.outcome in ('ENTERED', 'TICKETS_ADDED', 'WITHDRAWN')
  )
  select d.outcome, d.is_replayed as "isReplayed", d.detail as details, (d.changed).id, (d.changed).giveaway_id as "giveawayId",
    (d.changed).account_id as "accountId", (d.changed).tickets, (d.changed).state::text as state, (d.changed).points_paid as "pointsPaid",
    (d.changed).entered_at as "enteredAt", case when d.place = 1 then remember_actor($1, $2, $3, $4) end
  from done d order by d.place`);

/**
 * Processes requests of one client in one statement, with an audit row each. Keys must differ.
 * @returns the outcomes in the same order
 */
export async function changeEntries(sql: SqlRunner, requests: readonly EntryRequest[]): Promise<EntryRow[]> {
  const [first] = requests;
  if (first === undefined) return [];
  const items = requests.map(({ requestId, op, giveawayId, accountId, firebaseId, tickets, isMember, key, hash }) => ({
    request: requestId,
    op,
    giveaway: giveawayId,
    account: accountId,
    firebase: firebaseId,
    tickets,
    member: isMember,
    key,
    hash,
  }));
  return sql.rows<EntryRow>(CHANGE, [...actorOf(first.caller), JSON.stringify(items)], RUN);
}
