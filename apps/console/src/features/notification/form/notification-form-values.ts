import { NOTIFICATION_LIMITS, type NotificationTerms, notificationRecord } from '@backcounter/domain';
import type { NotificationAudienceInput } from '../../../generated/graphql.ts';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { emptyValues, type FormValues, formInput, formValues, withDates } from '../../../records/form/field-map.ts';

/** Values of the notification form. */
export type NotificationValues = FormValues<typeof notificationRecord.fields> & {
  readonly countryCodes: string | null;
  readonly areaIds: string | null;
};

/** The editable fields of a notification, as in the API. */
export interface EditedNotification {
  readonly countryCodes: readonly string[];
  readonly areaIds: readonly string[];
}

/** Values of an empty form, for the members of a segment or any account. */
export function newNotificationValues(timezone: string, segmentId: string | null = null): NotificationValues {
  return {
    ...emptyValues(notificationRecord.fields),
    segmentId,
    countryCodes: null,
    areaIds: null,
    sendMode: 'NOW',
    timezone,
    ttlSeconds: NOTIFICATION_LIMITS.ttlSecondsDefault,
    ignoreQuietHours: false,
    ignoreFrequencyCap: false,
  };
}

/** A notification as form values: one per field, one per language of a text; lists of ids as text. */
export function notificationFormValues(record: object & EditedNotification): NotificationValues {
  return {
    ...newNotificationValues('UTC'),
    ...formValues(record, notificationRecord.fields),
    countryCodes: idText(record.countryCodes),
    areaIds: idText(record.areaIds),
  };
}

/** The whole notification as input of the API; times of another send mode are null. */
export function notificationInput(values: NotificationValues) {
  const plain = formInput(values, notificationRecord.fields);
  return {
    ...plain,
    sendAt: plain.sendMode === 'AT_INSTANT' ? plain.sendAt : null,
    sendLocal: plain.sendMode === 'AT_LOCAL' ? plain.sendLocal : null,
    countryCodes: idsOf(values.countryCodes),
    areaIds: idsOf(values.areaIds),
  };
}

/** Form values as the rules between fields take them. */
export function notificationTerms(values: NotificationValues): NotificationTerms {
  return withDates(notificationInput(values), notificationRecord.fields) as NotificationTerms;
}

/** Input of the audience query; null without a topic. A missing time is omitted. */
export function audienceInput(values: NotificationValues): NotificationAudienceInput | null {
  const { topicId, badgeId, segmentId, sendAt, sendLocal, timezone, notAfter, ...input } = notificationInput(values);
  if (topicId === null) return null;
  const whole = (value: number | string | null) =>
    typeof value === 'number' && Number.isInteger(value) ? value : null;
  return {
    topicId,
    countryCodes: [...input.countryCodes],
    areaIds: [...input.areaIds],
    badgeId,
    segmentId,
    lastSeenWithinDays: whole(input.lastSeenWithinDays),
    notSeenWithinDays: whole(input.notSeenWithinDays),
    sendMode: sendLocal !== null ? 'AT_LOCAL' : sendAt !== null ? 'AT_INSTANT' : 'NOW',
    sendAt,
    sendLocal,
    timezone,
    notAfter,
    ignoreQuietHours: input.ignoreQuietHours === true,
    ignoreFrequencyCap: input.ignoreFrequencyCap === true,
    throttlePerMinute: whole(input.throttlePerMinute),
  };
}

/** The notification of a conflict, with its lists as form values; lists that it does not carry are omitted. */
export function currentTerms(current: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { countryCodes, areaIds, ...plain } = current;
  const lists = Object.entries({ countryCodes, areaIds }).flatMap(([field, ids]) =>
    Array.isArray(ids) ? [[field, idText(ids.map(String))] as const] : [],
  );
  return { ...plain, ...Object.fromEntries(lists) };
}
