import { NOTIFICATION_LIMITS, type NotificationTerms, notificationRecord, SOURCE_LOCALE } from '@backcounter/domain';
import type { NotificationAudienceInput } from '../../../generated/graphql.ts';
import { idsOf, idText } from '../../../lib/format/id-text.ts';
import { formValues, valueAt } from '../../../records/form/field-map.ts';
import type { FieldValues } from '../../../records/form/record-merge.ts';

const TERMS = Object.keys(notificationRecord.fields);

/** The editable fields of a notification, as in the API. */
export interface EditedNotification {
  readonly countryCodes: readonly string[];
  readonly areaIds: readonly string[];
}

/** Values of an empty form. */
export function newNotificationValues(timezone: string): FieldValues {
  const { titleI18n: _title, bodyI18n: _body, ...empty } = Object.fromEntries(TERMS.map((field) => [field, null]));
  return {
    ...empty,
    [`titleI18n.${SOURCE_LOCALE}`]: null,
    [`bodyI18n.${SOURCE_LOCALE}`]: null,
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
export function notificationFormValues(record: object & EditedNotification): FieldValues {
  const map = Object.fromEntries(Object.entries(record));
  return {
    ...newNotificationValues('UTC'),
    ...formValues(map, TERMS),
    countryCodes: idText(record.countryCodes),
    areaIds: idText(record.areaIds),
  };
}

/** The whole notification as input of the API; times of another send mode are null. */
export function notificationInput(values: FieldValues): Readonly<Record<string, unknown>> {
  const mode = values['sendMode'];
  const plain = Object.fromEntries(TERMS.map((field) => [field, valueAt(values, field)]));
  return {
    ...plain,
    sendAt: mode === 'AT_INSTANT' ? plain['sendAt'] : null,
    sendLocal: mode === 'AT_LOCAL' ? plain['sendLocal'] : null,
    countryCodes: idsOf(values['countryCodes']),
    areaIds: idsOf(values['areaIds']),
  };
}

/** Fields of the API that differ between `mine` and `base`, with the values of `mine`. */
export function notificationPatch(mine: FieldValues, base: FieldValues): Readonly<Record<string, unknown>> {
  const before = notificationInput(base);
  return Object.fromEntries(
    Object.entries(notificationInput(mine)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  );
}

/** Form values as the rules between fields take them. */
export function notificationTerms(values: FieldValues): NotificationTerms {
  const { sendAt, notAfter, ...input } = notificationInput(values);
  const date = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
  return { ...input, sendAt: date(sendAt), notAfter: date(notAfter) } as NotificationTerms;
}

/** Input of the audience query; null without a topic. A missing time is omitted. */
export function audienceInput(values: FieldValues): NotificationAudienceInput | null {
  const input = notificationInput(values);
  const topicId = input['topicId'];
  if (typeof topicId !== 'string') return null;
  const text = (field: string) => (typeof input[field] === 'string' ? (input[field] as string) : null);
  const number = (field: string) => (Number.isInteger(input[field]) ? (input[field] as number) : null);
  const [sendAt, sendLocal] = [text('sendAt'), text('sendLocal')];
  const mode = sendLocal !== null ? 'AT_LOCAL' : sendAt !== null ? 'AT_INSTANT' : 'NOW';
  return {
    topicId,
    countryCodes: [...idsOf(values['countryCodes'])],
    areaIds: [...idsOf(values['areaIds'])],
    badgeId: text('badgeId'),
    lastSeenWithinDays: number('lastSeenWithinDays'),
    sendMode: mode,
    sendAt,
    sendLocal,
    timezone: text('timezone'),
    notAfter: text('notAfter'),
    ignoreQuietHours: input['ignoreQuietHours'] === true,
    ignoreFrequencyCap: input['ignoreFrequencyCap'] === true,
    throttlePerMinute: number('throttlePerMinute'),
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
