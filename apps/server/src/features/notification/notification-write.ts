import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  type NotificationInput,
  type NotificationTerms,
  notificationFields,
  notificationProblems,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { parseFields, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { snakeCase } from '../../crud/snake-case.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import { type EffectContext, requirePermission } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import {
  type LockedNotification,
  lockNotification,
  openFieldsOf,
  peekNotification,
  refuseNotification,
} from './notification-record.ts';

const patchFields = notificationFields.partial();
const JSON_COLUMNS: readonly string[] = ['titleI18n', 'bodyI18n'];
const LIMITS_IGNORED = ['ignoreQuietHours', 'ignoreFrequencyCap'] as const;

/**
 * Makes a draft and gives its id.
 * @throws AppError `field.invalid`; `access.denied` for limits that the caller may not override
 */
export async function createNotification(context: EffectContext, input: object): Promise<string> {
  const values = parseFields(notificationFields, input);
  refuseProblems(notificationProblems(values));
  requireLimits(context, {}, values);
  await checkReferences(context, values);
  const id = await insertNotification(context, values, null);
  await audit(context, 'notification.create', id, after(values));
  return id;
}

/**
 * Changes the given fields of a draft; what is equal already is left alone: no new version, no trace.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`, `access.denied`
 */
export async function updateNotification(context: EffectContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockNotification(context, expected);
  refuseNotification(current, 'EDIT', context);
  const before = inputOf(current);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !isSame(value, before[field as keyof NotificationInput])),
  ) as Partial<NotificationInput>;
  if (Object.keys(changed).length === 0) return;
  const open = openFieldsOf(current);
  refuseProblems(
    Object.fromEntries(
      Object.keys(changed)
        .filter((field) => !open.includes(field))
        .map((field) => [field, [{ rule: 'locked' }]]),
    ),
  );
  refuseProblems(notificationProblems({ ...before, ...changed } as NotificationTerms));
  requireLimits(context, before, changed);
  await checkReferences(context, changed);
  const columns = columnsOf(changed);
  const sets = [...columns].map(([column, value]) => sql`${sql.ref(column)} = ${value}, `);
  await sql`update notification set ${sql.join(sets, sql``)} version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  const changes = Object.entries(changed).map(
    ([field, value]) => [field, [before[field as keyof NotificationInput] ?? null, value] as const] as const,
  );
  await audit(context, 'notification.update', current.id, Object.fromEntries(changes));
}

/**
 * Makes a draft with the content, audience and timing of another one, without its permission to override limits.
 * @throws AppError `record.not-found`
 */
export async function duplicateNotification(context: EffectContext, id: string): Promise<string> {
  const source = await peekNotification(context, id);
  const { ignoreFrequencyCap: _cap, ignoreQuietHours: _quiet, ...terms } = inputOf(source);
  const copy = await insertNotification(context, terms, null);
  await audit(context, 'notification.duplicate', copy, {
    duplicateOf: [null, source.id],
    titleI18n: [null, source.titleI18n],
  });
  return copy;
}

/**
 * Makes a draft for those alone whom a notification failed to reach. Its content, topic and audience are fixed; it goes out now unless its
 * timing is changed.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `notification.nothing-failed`,
 *   `notification.already-resent`
 */
export async function resendNotification(context: EffectContext, expected: Expected): Promise<string> {
  const source = await lockNotification(context, expected);
  refuseNotification(source, 'RESEND', context);
  const { sendAt: _at, sendLocal: _local, notAfter: _after, ...terms } = inputOf(source);
  const id = await written(() =>
    insertNotification(
      context,
      { ...terms, sendMode: 'NOW', ignoreQuietHours: false, ignoreFrequencyCap: false },
      source.id,
    ),
  );
  // The content has been tried already, and by more than one person.
  await sql`insert into notification_test_send (notification_id, content_hash, account_id, locale, devices_ok, detail, sent_at, sent_by)
    select n.id, n.content_hash, x.account_id, x.locale, x.devices_ok, x.detail, x.sent_at, x.sent_by
    from notification n, notification_test_send x
    where n.id = ${id} and x.notification_id = ${source.id} and x.content_hash = n.content_hash and x.devices_ok > 0
    order by x.id desc limit 1`.execute(context.db);
  await audit(context, 'notification.resend', id, {
    resendOf: [null, source.id],
    titleI18n: [null, source.titleI18n],
  });
  return id;
}

/** A notification as a form has it. */
function inputOf(row: LockedNotification): NotificationInput {
  return {
    topicId: row.topicId,
    titleI18n: { ...row.titleI18n },
    bodyI18n: { ...row.bodyI18n },
    imageUrl: row.imageUrl,
    deepLink: row.deepLink,
    countryCodes: [...row.countryCodes],
    areaIds: [...row.areaIds],
    badgeId: row.badgeId,
    lastSeenWithinDays: row.lastSeenWithinDays,
    sendMode: row.sendMode,
    sendAt: row.sendAt === null ? null : new Date(row.sendAt),
    sendLocal: row.sendLocal,
    timezone: row.timezone,
    notAfter: row.notAfter === null ? null : new Date(row.notAfter),
    ttlSeconds: row.ttlSeconds,
    throttlePerMinute: row.throttlePerMinute,
    ignoreQuietHours: row.ignoreQuietHours,
    ignoreFrequencyCap: row.ignoreFrequencyCap,
  };
}

/** Lists are sets. */
function isSame(value: unknown, present: unknown): boolean {
  if (value instanceof Date && present instanceof Date) return value.getTime() === present.getTime();
  if (Array.isArray(value) && Array.isArray(present)) return isDeepStrictEqual([...value].sort(), [...present].sort());
  return isDeepStrictEqual(value ?? null, present ?? null);
}

function requireLimits(
  { caller }: EffectContext,
  before: Partial<NotificationInput>,
  changed: Partial<NotificationInput>,
): void {
  const isOverriding = LIMITS_IGNORED.some((field) => changed[field] === true && before[field] !== true);
  if (isOverriding) requirePermission(caller, 'notification.override-limits');
}

const REFERENCES = `
  select $1::uuid is not null and not exists (select from topic t where t.id = $1::uuid) as "topicId",
    $1::uuid is not null and exists (select from topic t where t.id = $1::uuid and t.archived_at is not null) as "isArchived",
    $2::uuid is not null and not exists (select from badge b where b.id = $2::uuid) as "badgeId",
    exists (select from unnest($3::text[]) as c where not exists (select from country x where x.code = c)) as "countryCodes",
    exists (select from unnest($4::uuid[]) as g where not exists (select from area x where x.id = g)) as "areaIds"`;

/** @throws AppError `field.invalid` for what there isn't, and for a topic that is not in use any more */
async function checkReferences(context: EffectContext, values: Partial<NotificationInput>): Promise<void> {
  const { topicId = null, badgeId = null, countryCodes = [], areaIds = [] } = values;
  const [found] = await context.sql.rows<Record<string, boolean>>(
    statementFor(REFERENCES),
    [topicId, badgeId, countryCodes, areaIds],
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  const { isArchived = false, ...unknown } = found ?? {};
  const problems = Object.entries(unknown)
    .filter(([, isUnknown]) => isUnknown)
    .map(([field]) => [field, [{ rule: 'unknown' }]] as const);
  refuseProblems({
    ...Object.fromEntries(problems),
    ...(isArchived ? { topicId: [{ rule: 'not-in-use' }] } : {}),
  });
}

/** Runs a statement; of two who send the same one again at once, one is told. */
async function written<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error)?.name === 'notification_one_resend') {
      throw new AppError('notification.already-resent', { cause: error });
    }
    throw error;
  }
}

function columnsOf(values: Partial<NotificationInput>): Map<string, unknown> {
  return new Map(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [snakeCase(field), JSON_COLUMNS.includes(field) ? JSON.stringify(value) : value]),
  );
}

async function insertNotification(
  context: EffectContext,
  values: Partial<NotificationInput>,
  resendOf: string | null,
): Promise<string> {
  const columns = columnsOf(values);
  columns.set('resend_of', resendOf).set('created_by', context.caller.sub).set('updated_by', context.caller.sub);
  const { rows } = await sql<{ id: string }>`
    insert into notification (${sql.join([...columns.keys()].map((column) => sql.ref(column)))})
    values (${sql.join([...columns.values()])}) returning id`.execute(context.db);
  const [row] = rows;
  if (row === undefined) throw new Error('No notification was written.');
  return row.id;
}

function after(values: object): AuditChanges {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value != null)
      .map(([field, value]) => [field, [null, value] as const]),
  );
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'notification', entityId: id, outcome: 'DONE', changes });
}
