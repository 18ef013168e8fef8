import { createHash } from 'node:crypto';
import { AppError, type GiveawayEntryOutcome, giveawayEntryFields } from '@backcounter/domain';
import { SYSTEM_CALLER } from '../../../db/system-actor.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { isMember } from '../../../references/segments.ts';
import { changeEntries, type EntryRecord, type EntryRequest } from './entry-statement.ts';
import { onlyOne } from './gathered-entries.ts';

/** Selects an account by exactly one of its members. */
export interface EntrantInput {
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
}

/** Request of a machine client to change an entry. */
export interface EntryInput extends EntrantInput {
  readonly key: string;
  readonly giveawayId: string;
  readonly tickets?: number | null | undefined;
}

/** Result of the request. */
export interface EntryResult {
  readonly outcome: GiveawayEntryOutcome;
  readonly isReplayed: boolean;
  /** Figures of the rule that refused it. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The entry after the change; null if there is none. */
  readonly entry: EntryRecord | null;
}

const DONE: ReadonlySet<string> = new Set(['ENTERED', 'TICKETS_ADDED', 'WITHDRAWN'] satisfies GiveawayEntryOutcome[]);
/** Maximum length of a Firebase id. */
const NAME_MAX = 128;

/**
 * Enters an account, adds tickets to its entry, or withdraws it.
 * @throws AppError `field.invalid`, `record.not-found` (giveaway or account), `idempotency.mismatch`
 */
export async function changeEntry(
  context: RequestContext,
  op: EntryRequest['op'],
  input: EntryInput,
): Promise<EntryResult> {
  const { key, giveawayId, tickets, ...entrant } = input;
  const parsed = giveawayEntryFields.safeParse({ key, tickets });
  if (!parsed.success) throw fieldInvalid(String(parsed.error.issues[0]?.path[0] ?? 'input'));
  checkEntrant(entrant);
  const accountId = entrant.accountId?.toLowerCase() ?? null;
  const firebaseId = entrant.firebaseId ?? null;
  if (!isUuid(giveawayId) || (accountId !== null && !isUuid(accountId))) throw notFound();
  const count = tickets ?? 1;
  const request: EntryRequest = {
    caller: context.caller,
    requestId: context.requestId,
    op,
    giveawayId: giveawayId.toLowerCase(),
    accountId,
    firebaseId,
    tickets: count,
    isMember: null,
    key,
    hash: createHash('sha256')
      .update(JSON.stringify([op, accountId, firebaseId, count]))
      .digest('hex'),
  };
  const change = async (one: EntryRequest) =>
    context.db.isTransaction
      ? onlyOne(await changeEntries(context.sql, [one]))
      : context.services.giveawayEntries.change(one);
  const first = await change(request);
  // Only giveaways with a segment cost a second statement.
  const row =
    first.outcome === 'MEMBER_UNKNOWN'
      ? await change({ ...request, isMember: await isEntitled(context, request) })
      : first;
  const { outcome, isReplayed, details, ...entry } = row;
  if (outcome === 'MISMATCH') {
    throw new AppError('idempotency.mismatch', { message: 'This key was used for another request in this giveaway.' });
  }
  if (outcome === 'NOT_FOUND' || outcome === 'MEMBER_UNKNOWN') throw notFound();
  if (!isReplayed && DONE.has(outcome)) context.services.giveawayNotices.note(request.giveawayId);
  return { outcome, isReplayed, details, entry: entry.id == null ? null : (entry as EntryRecord) };
}

/** True if the account is in the segment of the giveaway now. */
async function isEntitled(context: RequestContext, request: EntryRequest): Promise<boolean> {
  const run = await context.db
    .selectFrom('giveaway')
    .select('segment_id')
    .where('id', '=', request.giveawayId)
    .executeTakeFirst();
  return run?.segment_id != null && (await isMember(context, run.segment_id, request, SYSTEM_CALLER)) === true;
}

/** @throws AppError `field.invalid` unless exactly one member is given */
export function checkEntrant({ accountId, firebaseId }: EntrantInput): void {
  if ((accountId == null) === (firebaseId == null)) throw fieldInvalid('accountId');
  if ((firebaseId ?? '').length > NAME_MAX) throw fieldInvalid('firebaseId');
}

/** The error for a giveaway or account that does not exist. */
export function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such giveaway or account.' });
}

function fieldInvalid(field: string): AppError {
  return new AppError('field.invalid', {
    message: 'Some fields are invalid.',
    details: { fields: { [field]: [{ rule: 'invalid' }] } },
  });
}
