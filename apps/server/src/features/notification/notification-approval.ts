import { notificationRecord } from '@backcounter/domain';
import { sql } from 'kysely';
import type { ApprovalReading, ApprovalSubject } from '../../approvals/require-approval.ts';
import { inputOf } from '../../crud/record-fields.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import type { Audience } from './audience/notification-audience.ts';
import type { LockedNotification } from './notification-record.ts';

/** The sending of a notification; `agreed` is the number of recipients that the requester saw. */
export function sending(
  context: EffectContext,
  notification: LockedNotification,
  audience: Audience,
  agreed: number,
): ApprovalSubject {
  return {
    action: 'NOTIFICATION_SEND',
    value: Math.max(agreed, audience.recipients),
    entityType: 'notification',
    entityId: notification.id,
    read: () => read(context, notification, audience, agreed),
  };
}

async function read(
  { db }: EffectContext,
  row: LockedNotification,
  audience: Audience,
  agreed: number,
): Promise<ApprovalReading> {
  // Until the end of the transaction: from then on, the database keeps the rule (segment_check_approved).
  await sql`select from segment where id = ${row.segmentId} for share`.execute(db);
  const { rows } = await sql<{ segment: { name: string } | null; records: unknown }>`
    select (select jsonb_build_object('id', s.id, 'name', s.name, 'rule', s.rule) from segment s where s.id = n.segment_id) as segment,
      jsonb_build_object('topic', (select jsonb_build_array(t.id, t.code, t.kind) from topic t where t.id = n.topic_id),
        'badge', (select jsonb_build_array(b.id, b.code) from badge b where b.id = n.badge_id),
        'resendOf', n.resend_of) as records
    from notification n where n.id = ${row.id}`.execute(db);
  const { segment = null, records = null } = rows[0] ?? {};
  const { topicId, badgeId, segmentId, ...entered } = inputOf(notificationRecord, row);
  const shown = {
    ...entered,
    topic: row.topic.nameI18n,
    badge: row.badge?.nameI18n ?? null,
    segment: segment?.name ?? null,
    countryCodes: row.countryCodes,
    areas: row.areas.map(({ countryCode, code }) => `${countryCode} ${code}`),
  };
  const isGiven = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0);
  return {
    title: row.titleI18n['en-US'] ?? Object.values(row.titleI18n)[0] ?? row.id,
    fields: Object.entries(shown).flatMap(([key, after]) => (isGiven(after) ? [{ key, before: null, after }] : [])),
    figures: [
      { key: 'reaches', value: audience.recipients },
      { key: 'firstAt', value: audience.firstAt },
      { key: 'lastAt', value: audience.lastAt },
      // Later it can only be stopped, for those whom it has not reached.
      { key: 'undoableUntil', value: row.sendMode === 'NOW' ? null : audience.startsAt },
    ],
    records: [records, segment, topicId, badgeId, segmentId, row.areaIds, agreed],
  };
}
