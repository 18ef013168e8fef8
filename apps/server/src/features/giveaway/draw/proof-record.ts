import { drawKey, type GiveawayWinnerState } from '@backcounter/domain';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';

/** Public record of a giveaway's draw up to its present state. Hashes are hexadecimal. */
export interface ProofRecord {
  readonly giveawayId: string;
  readonly algorithm: string;
  readonly opensAt: string;
  readonly closesAt: string;
  readonly drawAt: string;
  readonly timezone: string;
  readonly publishedAt: string;
  readonly rulesHash: string;
  readonly seedCommitment: string;
  readonly frozenAt: string | null;
  readonly root: string | null;
  readonly entries: number | null;
  readonly tickets: number | null;
  readonly drawnAt: string | null;
  readonly seed: string | null;
  /** Null until the file is written. */
  readonly fileSha256: string | null;
}

/** Reads the public record of a published giveaway; null for any other. */
export async function readProof(context: RequestContext, id: string): Promise<ProofRecord | null> {
  if (!isUuid(id)) return null;
  const [row] = await rowsOf<ProofRecord>(
    context,
    `select id as "giveawayId", algorithm, opens_at as "opensAt", closes_at as "closesAt", draw_at as "drawAt", timezone,
       published_at as "publishedAt", encode(rules_hash, 'hex') as "rulesHash", encode(seed_commitment, 'hex') as "seedCommitment",
       frozen_at as "frozenAt", encode(entries_root, 'hex') as root, entries_count as entries, tickets_count as tickets,
       drawn_at as "drawnAt", encode(seed_revealed, 'hex') as seed, encode(proof_sha256, 'hex') as "fileSha256"
     from giveaway where id = $1::uuid and published_at is not null`,
    [id],
  );
  return row ?? null;
}

/** The key of a draw in hexadecimal; null before the draw. */
export function keyOf({ giveawayId, root, seed }: ProofRecord): string | null {
  if (root === null || seed === null) return null;
  return Buffer.from(drawKey(giveawayId, Buffer.from(root, 'hex'), Buffer.from(seed, 'hex'))).toString('hex');
}

/** A drawn position as staff see it. */
export interface DrawnPositionRecord {
  readonly position: number;
  readonly isAlternate: boolean;
  readonly state: GiveawayWinnerState;
  readonly entryId: string;
  readonly accountId: string;
  readonly accountNo: number;
  readonly accountName: string | null;
  readonly prizeTitles: Readonly<Record<string, string>> | null;
  /** Number of the drawn ticket among the remaining ones, from 0. */
  readonly ticket: number;
  readonly remainingTickets: number;
}

/** Reads positions in the order of the draw. */
export function readDrawn(context: RequestContext, id: string, first: number): Promise<DrawnPositionRecord[]> {
  return rowsOf(
    context,
    `select w.draw_position as position, w.kind = 'ALTERNATE' as "isAlternate", w.state, w.entry_id as "entryId", a.id as "accountId",
       a.public_no as "accountNo", a.display_name as "accountName", p.title_i18n as "prizeTitles",
       (x.data ->> 'ticket')::bigint as ticket, (x.data ->> 'remaining')::bigint as "remainingTickets"
     from giveaway_winner w
       join account a on a.id = w.account_id
       join giveaway_transaction x on x.giveaway_id = w.giveaway_id and x.entry_id = w.entry_id and x.type in ('WON', 'ALTERNATE_DRAWN')
       left join giveaway_prize p on p.giveaway_id = w.giveaway_id and p.id = w.prize_id
     where w.giveaway_id = $1::uuid order by w.draw_position limit $2`,
    [id, first],
  );
}

function rowsOf<Row>({ sql, signal }: RequestContext, text: string, values: readonly unknown[]): Promise<Row[]> {
  return sql.rows<Row>(statementFor(text), values, { signal, timeoutMs: LIST_TIMEOUT_MS });
}
