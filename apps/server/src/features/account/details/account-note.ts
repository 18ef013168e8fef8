import { ACCOUNT_LIMITS, AppError } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { requiredReason } from '../../../crud/state-change.ts';
import { callerMay, type RequestContext, requirePermission } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import type { ListArguments } from '../../../listing/list-arguments.ts';
import { column, type ListDefinition, type RowOf } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { sortBy } from '../../../listing/list-parts.ts';
import { type ListPage, runList } from '../../../listing/run-list.ts';
import { refuseAccount } from '../account.service.ts';
import { lockAccountNow } from '../account-lock.ts';
import { accountNotFound } from '../account-record.ts';

const nameOf = (sub: string): string =>
  `coalesce((select u.display_name from staff_user u where u.sub = ${sub}), ${sub})`;

const columns = {
  id: column<string>('n.id'),
  /** Null for an erased account, and for a retracted note unless the caller may retract any note. */
  text: column<string | null>('n.text'),
  writtenAt: column<string>('n.written_at'),
  writtenBySub: column<string>('n.written_by'),
  writtenByName: column<string>(nameOf('n.written_by')),
  retractedAt: column<string | null>('n.retracted_at'),
  retractedBySub: column<string | null>('n.retracted_by'),
  retractedByName: column<string | null>(nameOf('n.retracted_by')),
  retractReason: column<string | null>('n.retract_reason'),
};

/** A note by staff about an account; named as the API's fields. */
export type AccountNoteRow = RowOf<typeof columns>;

/** Notes of one account, newest first. */
const noteList: ListDefinition = {
  name: 'account-notes',
  from: 'account_note n',
  key: { sql: 'n.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    writtenBy: ['writtenBySub', 'writtenByName'],
    retractedBy: ['retractedBySub', 'retractedByName'],
    retraction: ['writtenAt', 'writtenBySub', 'retractedAt'],
  },
  joins: {},
  sorts: {
    WRITTEN: sortBy.instant('n.written_at', 'writtenAt'),
  },
  defaultSort: 'WRITTEN',
  filters: {},
  searches: () => [],
  planSearch: () => null,
  roleClass: (caller) => (callerMay(caller, 'account.retract-any-note') ? 'all' : 'kept'),
  totalSql: null,
};
const withoutRetracted: ListDefinition = {
  ...noteList,
  columns: { ...noteList.columns, text: 'case when n.retracted_at is null then n.text end' },
};

/** One page of an account's notes. @throws AppError as a list does */
export function accountNotes(
  context: RequestContext,
  accountId: string,
  args: Pick<ListArguments, 'first' | 'after'>,
  selection: Selection,
): Promise<ListPage<AccountNoteRow>> {
  if (!isUuid(accountId)) throw accountNotFound();
  const definition = callerMay(context.caller, 'account.retract-any-note') ? noteList : withoutRetracted;
  return runList<AccountNoteRow>(definition, context, args, selection, {
    scope: accountId,
    condition: (values) => `n.account_id = ${values.add(accountId)}::uuid`,
  });
}

/** How the caller may retract a note: without a reason, with one, or not at all. */
export type NoteRetraction = 'FREELY' | 'WITH_REASON' | 'NO';

/** How the caller may retract a note now. */
export function noteRetraction(
  note: { readonly writtenBy: string; readonly writtenAt: Date; readonly isRetracted: boolean },
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
): NoteRetraction {
  if (note.isRetracted) return 'NO';
  const isFresh = now.getTime() - note.writtenAt.getTime() < ACCOUNT_LIMITS.noteRetractMinutes * 60_000;
  if (note.writtenBy === caller.sub && isFresh && callerMay(caller, 'account.retract-note')) return 'FREELY';
  return callerMay(caller, 'account.retract-any-note') ? 'WITH_REASON' : 'NO';
}

/** Adds a note; returns its id. @throws AppError `record.not-found`, `state.invalid-transition`, `field.invalid` */
export async function writeNote(context: RequestContext, accountId: string, given: string): Promise<string> {
  const text = given.replaceAll('\r\n', '\n').trim();
  if (text === '') throw fieldsInvalid({ text: [{ rule: 'required' }] });
  if ([...text].length > ACCOUNT_LIMITS.noteMaxLength) {
    throw fieldsInvalid({ text: [{ rule: 'too-long', params: { max: ACCOUNT_LIMITS.noteMaxLength } }] });
  }
  const account = await lockAccountNow(context, accountId);
  refuseAccount(context, account, 'WRITE_NOTE');
  const { id } = await context.db
    .insertInto('account_note')
    .values({ account_id: accountId, text, written_by: context.caller.sub, written_at: context.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(context, {
    action: 'account.write-note',
    entityType: 'account',
    entityId: accountId,
    outcome: 'DONE',
    changes: { note: [null, id] },
  });
  return id;
}

/**
 * Retracts a note, which is kept. Its author needs no reason for a while; everyone else needs one.
 * @throws AppError `record.not-found`, `access.denied`, `state.invalid-transition`, `reason.required`, `field.invalid`
 */
export async function retractNote(context: RequestContext, id: string, reasonText: string | null): Promise<void> {
  const { db, caller, now } = context;
  const note = isUuid(id)
    ? await db.selectFrom('account_note').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (note === undefined) throw new AppError('record.not-found', { message: 'There is no such note.' });
  if (note.retracted_at !== null) {
    throw new AppError('state.invalid-transition', {
      message: 'The note has been retracted.',
      details: { allowed: [] },
    });
  }
  const how = noteRetraction({ writtenBy: note.written_by, writtenAt: note.written_at, isRetracted: false }, context);
  if (how === 'NO') requirePermission(caller, 'account.retract-any-note');
  const isReasonGiven = (reasonText ?? '').trim() !== '';
  const reason = how === 'WITH_REASON' || isReasonGiven ? requiredReason(reasonText) : null;
  await db
    .updateTable('account_note')
    .set({ retracted_at: now, retracted_by: caller.sub, retract_reason: reason })
    .where('id', '=', id)
    .execute();
  await recordAudit(context, {
    action: 'account.retract-note',
    entityType: 'account',
    entityId: note.account_id,
    outcome: 'DONE',
    reason,
    changes: { note: [id, null] },
  });
}
