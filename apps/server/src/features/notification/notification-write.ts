import { isDeepStrictEqual } from 'node:util';
import {
  AppError,
  NOTIFICATION_PICTURE,
  type NotificationInput,
  type NotificationTerms,
  notificationFields,
  notificationProblems,
  notificationRecord,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid, parseFields, refuseProblems } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { columnsOf, inputOf } from '../../crud/record-fields.ts';
import { enteredChanges, insertRow, updateRow } from '../../crud/write-row.ts';
import { violatedConstraint } from '../../graphql/constraint-violation.ts';
import { type EffectContext, type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { checkSegment } from '../../references/segment-field.graphql.ts';
import { NOTIFICATION_FIELDS } from './notification.list.ts';
import {
  type LockedNotification,
  lockNotification,
  openFieldsOf,
  peekNotification,
  refuseNotification,
} from './notification-record.ts';

const patchFields = notificationFields.partial();
const LIMITS_IGNORED = ['ignoreQuietHours', 'ignoreFrequencyCap'] as const;

/**
 * Creates a draft and returns its id.
 * @throws AppError `field.invalid`; `access.denied` for limits that the caller may not override
 */
export async function createNotification(context: RequestContext, input: object): Promise<string> {
  const values = parseFields(notificationFields, input);
  refuseProblems(notificationProblems(values));
  requireLimits(context, {}, values);
  await checkReferences(context, values);
  const id = await insertRow(context, 'notification', notificationColumns(values));
  await audit(context, 'notification.create', id, enteredChanges(values));
  return id;
}

/**
 * Changes the given fields of a draft. Equal values change nothing: no new version, no audit event.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `field.invalid`, `access.denied`
 */
export async function updateNotification(context: RequestContext, expected: Expected, input: object): Promise<void> {
  const values = parseFields(patchFields, input);
  const current = await lockNotification(context, expected);
  refuseNotification(current, 'EDIT', context);
  const before = termsOf(current);
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
  await updateRow(context, 'notification', current.id, notificationColumns(changed));
  if (changed.imageUrl !== undefined && isUploaded(current.imageUrl))
    await context.services.files.publishedPictures.leave(context.db, current.imageUrl);
  const changes = Object.entries(changed).map(
    ([field, value]) => [field, [before[field as keyof NotificationInput] ?? null, value] as const] as const,
  );
  await audit(context, 'notification.update', current.id, Object.fromEntries(changes));
}

/**
 * Creates a draft with the content, audience and timing of another one, but without its override of limits.
 * @throws AppError `record.not-found`
 */
export async function duplicateNotification(context: EffectContext, id: string): Promise<string> {
  const source = await peekNotification(context, id);
  const { ignoreFrequencyCap: _cap, ignoreQuietHours: _quiet, ...terms } = termsOf(source);
  const copy = await insertRow(context, 'notification', notificationColumns(terms));
  await audit(context, 'notification.duplicate', copy, {
    duplicateOf: [null, source.id],
    titleI18n: [null, source.titleI18n],
  });
  return copy;
}

/**
 * Creates a draft for the failed deliveries of a notification. Its content, topic and audience are fixed; it is sent now
 * unless its timing is changed.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `notification.nothing-failed`,
 *   `notification.already-resent`
 */
export async function resendNotification(context: EffectContext, expected: Expected): Promise<string> {
  const source = await lockNotification(context, expected);
  refuseNotification(source, 'RESEND', context);
  const { sendAt: _at, sendLocal: _local, notAfter: _after, ...terms } = termsOf(source);
  const id = await written(() =>
    insertRow(context, 'notification', {
      ...notificationColumns({ ...terms, sendMode: 'NOW', ignoreQuietHours: false, ignoreFrequencyCap: false }),
      resend_of: source.id,
    }),
  );
  // The content has been tested already.
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

/** The form values of a notification. */
function termsOf(row: LockedNotification): NotificationInput {
  return { ...inputOf(notificationRecord, row), countryCodes: [...row.countryCodes], areaIds: [...row.areaIds] };
}

/** Compares values; lists are sets. */
function isSame(value: unknown, present: unknown): boolean {
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

/** @throws AppError `field.invalid` for missing references and pictures, archived topics and segments */
async function checkReferences(context: RequestContext, values: Partial<NotificationInput>): Promise<void> {
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
  await checkSegment(context, values.segmentId);
  const { imageUrl } = values;
  const { publishedPictures } = context.services.files;
  if (isUploaded(imageUrl) && !(await publishedPictures.isThere(context.db, imageUrl)))
    throw fieldsInvalid({ imageUrl: [{ rule: 'picture-gone' }] });
}

function isUploaded(imageUrl: string | null | undefined): imageUrl is string {
  return imageUrl != null && NOTIFICATION_PICTURE.test(imageUrl);
}

/** Runs a statement; of two concurrent resends of a notification, one is refused. */
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

function notificationColumns({ countryCodes, areaIds, ...terms }: Partial<NotificationInput>) {
  return {
    ...columnsOf(NOTIFICATION_FIELDS, terms),
    ...(countryCodes && { country_codes: countryCodes }),
    ...(areaIds && { area_ids: areaIds }),
  };
}

function audit(context: EffectContext, action: string, id: string, changes: AuditChanges): Promise<void> {
  return recordAudit(context, { action, entityType: 'notification', entityId: id, outcome: 'DONE', changes });
}
