import { ACCOUNT_LIMITS, AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { requiredReason } from '../../../crud/state-change.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { accountNotFound } from '../account-record.ts';

/** Maximum number of devices shown of one account; more than any account has. */
const SHOWN = 100;
const BATCH = 1_000;
/** Visible characters of a push token: enough to distinguish devices, useless for sending. */
const TOKEN_END = 6;

/** A device of an account; named as the API's fields. */
export interface AccountDeviceRow {
  readonly id: string;
  readonly platform: 'IOS' | 'ANDROID';
  readonly appVersion: string | null;
  /** The last characters of the push token. */
  readonly tokenEnd: string;
  readonly tokenRefreshedAt: Date;
  readonly createdAt: Date;
  readonly invalidatedAt: Date | null;
  readonly invalidReason:
    | 'UNREGISTERED'
    | 'SENDER_MISMATCH'
    | 'EXPIRED_270D'
    | 'REPLACED'
    | 'ACCOUNT_CLOSED'
    | 'STAFF'
    | null;
  readonly state: 'REACHABLE' | 'STALE' | 'EXPIRED' | 'INVALID';
}

/** The devices of an account, reachable ones first. @throws AppError `record.not-found` */
export async function accountDevices({ db, now }: RequestContext, accountId: string): Promise<AccountDeviceRow[]> {
  if (!isUuid(accountId)) throw accountNotFound();
  const { rows } = await sql<AccountDeviceRow>`
    select id, platform::text as platform, app_version as "appVersion", right(push_token, ${TOKEN_END}) as "tokenEnd",
      token_refreshed_at as "tokenRefreshedAt", created_at as "createdAt", invalidated_at as "invalidatedAt",
      invalid_reason::text as "invalidReason",
      case when invalidated_at is not null then 'INVALID'
        when token_refreshed_at <= ${now}::timestamptz - make_interval(days => ${ACCOUNT_LIMITS.deviceExpiredDays}) then 'EXPIRED'
        when token_refreshed_at <= ${now}::timestamptz - make_interval(days => ${ACCOUNT_LIMITS.deviceStaleDays}) then 'STALE'
        else 'REACHABLE' end as state
    from account_device where account_id = ${accountId}
    order by invalidated_at is not null, token_refreshed_at desc, id limit ${SHOWN}`.execute(db);
  return rows;
}

/**
 * Stops notifications to one device until its app reports a new token. A device that is invalid already does not change. Returns the id
 * of its account.
 * @throws AppError `record.not-found`, `reason.required`, `field.invalid`
 */
export async function invalidateDevice(context: RequestContext, id: string, reasonText: string): Promise<string> {
  const reason = requiredReason(reasonText);
  const device = isUuid(id)
    ? await context.db
        .selectFrom('account_device')
        .select(['account_id', 'platform', 'invalidated_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (device === undefined) throw new AppError('record.not-found', { message: 'There is no such device.' });
  if (device.invalidated_at !== null) return device.account_id;
  await context.db
    .updateTable('account_device')
    .set({ invalidated_at: sql<Date>`now()`, invalid_reason: 'STAFF' })
    .where('id', '=', id)
    .execute();
  await recordAudit(context, {
    action: 'account.invalidate-device',
    entityType: 'account',
    entityId: device.account_id,
    outcome: 'DONE',
    reason,
    changes: { device: [device.platform, null] },
  });
  return device.account_id;
}

/** Marks tokens as expired that no app has reported for too long; true if more may be left. For housekeeping. */
export async function expireDevices(trx: DatabaseTransaction): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_device set invalidated_at = now(), invalid_reason = 'EXPIRED_270D' where id in (
      select id from account_device
      where invalidated_at is null and token_refreshed_at <= now() - make_interval(days => ${ACCOUNT_LIMITS.deviceExpiredDays})
      order by token_refreshed_at limit ${BATCH} for update skip locked)`.execute(trx);
  return numAffectedRows === BigInt(BATCH);
}
