import type { GiveawayClaimOutcome, GiveawayWinnerState } from '@backcounter/domain';
import { actorOf } from '../../../audit/record-audit.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { checkEntrant, type EntrantInput, notFound } from '../entry/entry.service.ts';
import type { EntryRecord } from '../entry/entry-statement.ts';

/** The prize of an account as machine clients see it; instants are ISO 8601 texts in UTC. */
export interface WonRecord {
  readonly position: number;
  readonly state: GiveawayWinnerState;
  readonly prizeRank: number;
  readonly prizeTitle: Readonly<Record<string, string>>;
  readonly prizePoints: number | null;
  readonly prizeImageUrl: string | null;
  readonly claimDeadline: string | null;
  /** The won code; null if the prize is not a code or none is assigned yet. */
  readonly couponCode: string | null;
}

/** Result of a claim. */
export interface ClaimResult {
  readonly outcome: GiveawayClaimOutcome;
  readonly isReplayed: boolean;
  readonly won: WonRecord | null;
}

/** Participation of an account in a giveaway. */
export interface Participation {
  readonly entry: EntryRecord | null;
  /** Null before the giveaway is announced, and without a prize. */
  readonly won: WonRecord | null;
}

const RUN = { signal: new AbortController().signal, timeoutMs: 4_000 } as const;

const ACCOUNT = 'coalesce($2::uuid, (select a.id from account a where a.firebase_id = $3))';
/** SQL of the prize of a row of giveaway_winner. */
const won = (
  w: string,
): string => `(select jsonb_build_object('position', ${w}.draw_position, 'state', ${w}.state, 'prizeRank', p.rank,
    'prizeTitle', p.title_i18n, 'prizePoints', p.points, 'prizeImageUrl', p.image_url,
    'claimDeadline', to_char(${w}.claim_deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'couponCode', (select k.code from coupon k where k.campaign_id = p.campaign_id and k.id = ${w}.coupon_id))
  from giveaway_prize p where p.giveaway_id = ${w}.giveaway_id and p.id = ${w}.prize_id)`;

// Uses the function's result, as the statement itself sees the tables as they were before the call.
const CLAIM = statementFor(`
  select o.outcome, o.is_replayed as "isReplayed", ${won('(o.won)')} as won,
    case when o.outcome in ('CLAIMED', 'GRANTED') and not o.is_replayed then record_audit($4, $5, $6, $7, $8, 'giveaway.claim', 'giveaway', $1::text,
      'DONE', null, jsonb_build_object('account', jsonb_build_array(null, (o.won).account_id), 'position', jsonb_build_array(null, (o.won).draw_position)),
      null) end
  from (select ${ACCOUNT} as id) as who, claim_giveaway_prize($1::uuid, who.id, $4) as o`);

const PARTICIPATION = statementFor(`
  select case when e.id is null then null else jsonb_build_object('id', e.id, 'giveawayId', e.giveaway_id, 'accountId', e.account_id,
      'tickets', e.tickets, 'state', e.state, 'pointsPaid', e.points_paid,
      'enteredAt', to_char(e.entered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as entry,
    case when g.state in ('ANNOUNCED', 'SETTLED') then ${won('w')} end as won
  from giveaway g join account a on a.id = ${ACCOUNT} left join giveaway_entry e on e.giveaway_id = g.id and e.account_id = a.id
    left join giveaway_winner w on w.giveaway_id = g.id and w.account_id = a.id
  where g.id = $1::uuid and g.published_at is not null`);

/** Claims the prize of an account. @throws AppError `field.invalid`, `record.not-found` */
export async function claimPrize(
  context: RequestContext,
  { giveawayId, ...entrant }: EntrantInput & { readonly giveawayId: string },
): Promise<ClaimResult> {
  const values = [...partyOf(giveawayId, entrant), ...actorOf(context.caller), context.requestId];
  const [row] = await context.sql.rows<Omit<ClaimResult, 'outcome'> & { outcome: GiveawayClaimOutcome | 'NOT_FOUND' }>(
    CLAIM,
    values,
    RUN,
  );
  if (row === undefined || row.outcome === 'NOT_FOUND') throw notFound();
  const { outcome } = row;
  if (!row.isReplayed) context.services.giveawayNotices.note(giveawayId.toLowerCase());
  return { outcome, isReplayed: row.isReplayed, won: row.won };
}

/** Reads the participation of an account. @throws AppError `field.invalid`, `record.not-found` */
export async function readParticipation(
  { sql, signal }: RequestContext,
  { giveawayId, ...entrant }: EntrantInput & { readonly giveawayId: string },
): Promise<Participation> {
  const values = partyOf(giveawayId, entrant);
  const [row] = await sql.rows<Participation>(PARTICIPATION, values, { signal, timeoutMs: LIST_TIMEOUT_MS });
  if (row === undefined) throw notFound();
  return row;
}

function partyOf(giveawayId: string, entrant: EntrantInput): (string | null)[] {
  checkEntrant(entrant);
  const { accountId = null, firebaseId = null } = entrant;
  if (!isUuid(giveawayId) || (accountId !== null && !isUuid(accountId))) throw notFound();
  return [giveawayId, accountId, firebaseId];
}
