import { AppError, AWARD_MACHINE, type AwardState } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { refuseState, requiredReason, statedReason } from '../../../crud/state-change.ts';
import { callFunction } from '../../../db/call-function.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import type { ListArguments } from '../../../listing/list-arguments.ts';
import { column, type ListDefinition, type RowOf } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { sortBy } from '../../../listing/list-parts.ts';
import { type ListPage, runList } from '../../../listing/run-list.ts';
import { refuseAccount } from '../account.service.ts';
import { lockAccountNow } from '../account-lock.ts';
import { accountNotFound } from '../account-record.ts';
import { checkBadge } from '../bulk/account-bulk-award.ts';

/** SQL of the state of award `w`. An award expires at its time, even before housekeeping has recorded it. */
const STATE = `case when w.expires_at <= coalesce(w.revoked_at, now()) then 'EXPIRED' when w.revoked_at is not null then 'REVOKED' else 'HELD' end`;

const columns = {
  id: column<string>('w.id'),
  badgeId: column<string>('w.badge_id'),
  badgeCode: column<string>('b.code'),
  badgeNames: column<Readonly<Record<string, string>>>('b.name_i18n'),
  imagePath: column<string | null>('b.image_path'),
  isRepeatable: column<boolean>('w.is_repeatable'),
  occurrence: column<number>('w.occurrence'),
  source: column<'RULE' | 'STAFF' | 'IMPORT'>('w.source::text'),
  state: column<AwardState>(STATE),
  awardedAt: column<string>('w.awarded_at'),
  awardedBySub: column<string | null>('w.awarded_by'),
  awardedByName: column<string | null>('(select u.display_name from staff_user u where u.sub = w.awarded_by)'),
  note: column<string | null>('w.note'),
  expiresAt: column<string | null>('w.expires_at'),
  revokedAt: column<string | null>('w.revoked_at'),
  revokedBySub: column<string | null>('w.revoked_by'),
  revokedByName: column<string | null>('(select u.display_name from staff_user u where u.sub = w.revoked_by)'),
  revokeReason: column<string | null>('w.revoke_reason'),
};

/** An award, held or ended; named as the API's fields. */
export type AccountAwardRow = RowOf<typeof columns>;

/** Awards of one account, newest first. */
const awardList: ListDefinition = {
  name: 'account-awards',
  from: 'account_badge_award w',
  key: { sql: 'w.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    badge: ['badgeId', 'badgeCode', 'badgeNames', 'imagePath', 'isRepeatable'],
    awardedBy: ['awardedBySub', 'awardedByName'],
    revokedBy: ['revokedBySub', 'revokedByName'],
  },
  joins: { badge: 'join badge b on b.id = w.badge_id' },
  sorts: {
    AWARDED: sortBy.instant('w.awarded_at', 'awardedAt'),
  },
  defaultSort: 'AWARDED',
  filters: {},
  searches: () => [],
  planSearch: () => null,
  roleClass: () => 'any',
  totalSql: null,
};

/** One page of an account's awards. @throws AppError as a list does */
export function accountAwards(
  context: RequestContext,
  accountId: string,
  args: Pick<ListArguments, 'first' | 'after'>,
  selection: Selection,
): Promise<ListPage<AccountAwardRow>> {
  if (!isUuid(accountId)) throw accountNotFound();
  return runList<AccountAwardRow>(awardList, context, args, selection, {
    scope: accountId,
    condition: (values) => `w.account_id = ${values.add(accountId)}::uuid`,
  });
}

/**
 * Awards a badge by hand; returns the id of the award. A badge that is not repeatable can be held only once.
 * @throws AppError `record.not-found`, `state.invalid-transition`, `field.invalid`
 */
export async function awardAccountBadge(
  context: RequestContext,
  { id, badgeId, note }: { readonly id: string; readonly badgeId: string; readonly note: string | null },
): Promise<string> {
  const text = (note ?? '').trim() === '' ? null : parseNote(note);
  const account = await lockAccountNow(context, id);
  refuseAccount(context, account, 'AWARD_BADGE');
  await checkBadge(context, badgeId, 'badgeId');
  const [award] = await callFunction(context.db, 'award_badge', {
    awarded_badge: badgeId,
    ids: [id],
    with_note: text,
    by_sub: context.caller.sub,
  });
  if (award?.award_id == null) throw fieldsInvalid({ badgeId: [{ rule: 'already-awarded' }] });
  await recordAudit(context, {
    action: 'account.award',
    entityType: 'account',
    entityId: id,
    outcome: 'DONE',
    changes: award.changes as AuditChanges,
    // Separate, so that erasing the account clears it here too.
    ...(text === null ? {} : { personalChanges: { awardNote: [null, text] } }),
  });
  return award.award_id;
}

function parseNote(note: string | null): string {
  try {
    return requiredReason(note);
  } catch (error) {
    if (error instanceof AppError && error.code === 'field.invalid')
      throw fieldsInvalid({ note: [{ rule: 'too-long' }] });
    throw error;
  }
}

const awardNotFound = () => new AppError('record.not-found', { message: 'There is no such award.' });

/**
 * Revokes one award; others of the same badge stay.
 * @throws AppError `record.not-found`, `state.invalid-transition` for an expired award, `reason.required`, `field.invalid`
 */
export async function revokeAward(context: RequestContext, awardId: string, reasonText: string): Promise<void> {
  const reason = statedReason(AWARD_MACHINE.actions.REVOKE.reason, reasonText);
  const { db, caller } = context;
  const found = isUuid(awardId)
    ? await db.selectFrom('account_badge_award').select('account_id').where('id', '=', awardId).executeTakeFirst()
    : undefined;
  if (found === undefined) throw awardNotFound();
  // Accounts are locked before their awards everywhere.
  const account = await lockAccountNow(context, found.account_id);
  refuseAccount(context, account, 'REVOKE_BADGE');
  const { rows } = await sql<{ state: AwardState; code: string }>`
    with award as (
      select w.id, w.badge_id, ${sql.raw(STATE)} as state from account_badge_award w where w.id = ${awardId} for no key update
    ), revoked as (
      update account_badge_award w set revoked_at = now(), revoked_by = ${caller.sub}, revoke_reason = ${reason}
      from award a where w.id = a.id and a.state = any(${[...AWARD_MACHINE.actions.REVOKE.from]}::text[])
    )
    select a.state, b.code from award a join badge b on b.id = a.badge_id`.execute(db);
  const [award] = rows;
  if (award === undefined) throw awardNotFound();
  refuseState(AWARD_MACHINE, 'REVOKE', award, context.now);
  await recordAudit(context, {
    action: 'account.revoke-badge',
    entityType: 'account',
    entityId: found.account_id,
    outcome: 'DONE',
    reason,
    changes: { badge: [award.code, null] },
  });
}

const EXPIRED = 'The badge was awarded for a time that is over.';
const BATCH = 500;

/** Ends expired awards, with an audit row each; true if more may be left. For housekeeping. */
export async function expireAwards(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`
    with due as materialized (
      select w.id, w.account_id, w.badge_id from account_badge_award w
      where w.expires_at <= now() and w.revoked_at is null order by w.expires_at limit ${BATCH}
    ), held as materialized (
      select a.id from account a where a.id in (select account_id from due) order by a.id for no key update skip locked
    ), ended as (
      update account_badge_award w set revoked_at = w.expires_at, revoke_reason = ${EXPIRED}
      from due join held on held.id = due.account_id
      where w.id = due.id and w.revoked_at is null
      returning w.account_id, w.badge_id
    ), actor as (
      insert into staff_user (sub, display_name) select ${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}
      where exists (select from ended)
      on conflict (sub) do nothing
    ), trail as (
      insert into staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, reason, changes)
      select ${SYSTEM_ACTOR.sub}, 'account.expire-badge', 'account', e.account_id::text, 'DONE', ${EXPIRED},
        jsonb_build_object('badge', jsonb_build_array(b.code, null))
      from ended e join badge b on b.id = e.badge_id
    )
    select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended === BATCH;
}
