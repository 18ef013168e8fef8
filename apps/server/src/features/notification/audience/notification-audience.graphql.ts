import { type AudienceExclusion, type AudienceHold, notificationAudienceFields } from '@backcounter/domain';
import { parseFields } from '../../../crud/field-input.ts';
import { patchFields } from '../../../crud/record-fields.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { checkSegment } from '../../../references/segment-field.graphql.ts';
import type { NotificationTypes } from '../notification.graphql.ts';
import { NOTIFICATION_FIELDS } from '../notification.list.ts';
import type { NotificationEnums } from '../notification-enums.graphql.ts';
import { audienceLists } from '../notification-mutation.graphql.ts';
import { peekNotification } from '../notification-record.ts';
import {
  type Audience,
  type AudienceTerms,
  estimateAudience,
  isLargeAudience,
  needsTypedNumber,
} from './notification-audience.ts';

const KINDS = {
  EXACT: 'All accounts were counted.',
  ESTIMATE: 'Estimated from a sample.',
};

const EXCLUSIONS: Readonly<Record<AudienceExclusion, string>> = {
  UNSUBSCRIBED: 'Not subscribed to the topic.',
  ACCOUNT_NOT_ACTIVE: 'Not active.',
  OUTSIDE_FILTERS: 'Outside the countries, areas, badge, segment or days that the audience is narrowed to.',
  NO_CONSENT: 'Without consent to push notifications.',
};

const HOLDS: Readonly<Record<AudienceHold, string>> = {
  NO_DEVICE: 'Without a device that can be reached: skipped.',
  FREQUENCY_CAP: 'With as many marketing notifications as the caps allow: skipped.',
  QUIET_HOURS: 'In quiet hours: waiting for their end.',
  EXPIRED: 'The time has passed or is too late: skipped.',
  NOT_PREPARED: 'With a time zone that this installation does not know: failed, and can be sent again.',
};

const AUDIENCE_FIELDS = NOTIFICATION_FIELDS.filter(({ name }) => name in notificationAudienceFields.shape);

interface ShownAudience extends Audience {
  readonly isOverriding: boolean;
}

/** Adds the audience of a notification: recipients, exclusions with reasons, and times. */
export function addNotificationAudience(builder: Builder, enums: NotificationEnums, { wave }: NotificationTypes): void {
  const audience = addAudience(builder, wave);
  const input = builder.inputType('NotificationAudienceInput', {
    description: 'Audience and timing of a notification.',
    fields: (t) => ({
      ...patchFields(t, AUDIENCE_FIELDS, enums),
      ...audienceLists(t),
      sendMode: t.field({ type: enums.sendMode, description: 'When it is sent; absent: NOW.' }),
      topicId: t.id({ required: true, description: 'Id of its topic.' }),
    }),
  });
  builder.queryField('notificationAudience', (t) =>
    t.field({
      type: audience,
      description: 'Audience of a notification that is being edited.',
      extensions: needs('notification.read'),
      args: { input: t.arg({ type: input, required: true, description: 'Its audience and timing.' }) },
      resolve: async (_root, { input: given }, context) => {
        const values = parseFields(notificationAudienceFields, given);
        const terms: AudienceTerms = {
          topicId: values.topicId,
          countryCodes: values.countryCodes ?? [],
          areaIds: values.areaIds ?? [],
          badgeId: values.badgeId ?? null,
          segmentId: values.segmentId ?? null,
          lastSeenWithinDays: values.lastSeenWithinDays ?? null,
          notSeenWithinDays: values.notSeenWithinDays ?? null,
          resendOfId: null,
          sendMode: values.sendMode ?? 'NOW',
          sendAt: values.sendAt ?? null,
          sendLocal: values.sendLocal ?? null,
          notAfter: values.notAfter ?? null,
          throttlePerMinute: values.throttlePerMinute ?? null,
          ignoreQuietHours: values.ignoreQuietHours ?? false,
          ignoreFrequencyCap: values.ignoreFrequencyCap ?? false,
        };
        await checkSegment(context, terms.segmentId);
        return shown(await estimateAudience(context, terms), terms);
      },
    }),
  );
  builder.queryField('notificationAudienceOf', (t) =>
    t.field({
      type: audience,
      description: 'Current audience of a stored notification.',
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the notification.' }) },
      resolve: async (_root, { id }, context) => {
        const row = await peekNotification(context, id);
        return shown(await estimateAudience(context, row), row);
      },
    }),
  );
}

function shown(audience: Audience, terms: AudienceTerms): ShownAudience {
  const isOverriding = audience.topicKind === 'MARKETING' && (terms.ignoreQuietHours || terms.ignoreFrequencyCap);
  return { ...audience, isOverriding };
}

function addAudience(builder: Builder, wave: NotificationTypes['wave']) {
  const kind = addEnum(builder, 'AudienceKind', 'How a number of recipients was calculated.', KINDS);
  const exclusion = addEnum(builder, 'AudienceExclusion', 'Why an account is not among the recipients.', EXCLUSIONS);
  const hold = addEnum(builder, 'AudienceHold', 'Why recipients wait or are skipped.', HOLDS);
  const excluded = builder.objectRef<Audience['excluded'][number]>('AudienceExclusionCount').implement({
    description: 'Number of accounts excluded for one reason.',
    fields: (t) => ({
      reason: t.expose('reason', { type: exclusion, description: 'The reason.' }),
      count: t.expose('count', { type: 'SafeInt', description: 'Number of accounts.' }),
    }),
  });
  const held = builder.objectRef<Audience['holds'][number]>('AudienceHoldCount').implement({
    description: 'Number of recipients held back for one reason.',
    fields: (t) => ({
      reason: t.expose('reason', { type: hold, description: 'The reason.' }),
      count: t.exposeInt('count', { description: 'Number of recipients.' }),
    }),
  });
  return builder.objectRef<ShownAudience>('NotificationAudience').implement({
    description: 'Audience of a notification: recipients, exclusions with reasons, and times.',
    fields: (t) => ({
      recipients: t.exposeInt('recipients', { description: 'Number of recipients.' }),
      kind: t.field({
        type: kind,
        description: 'How that number was calculated.',
        resolve: ({ isExact }) => (isExact ? ('EXACT' as const) : ('ESTIMATE' as const)),
      }),
      at: t.expose('at', { type: 'DateTime', description: 'When it was calculated.' }),
      accounts: t.expose('accounts', {
        type: 'SafeInt',
        description: 'Number of all accounts; for a resend, of failed deliveries.',
      }),
      excluded: t.expose('excluded', {
        type: [excluded],
        description: 'Excluded accounts, each with one reason; together with `recipients` they add up to `accounts`.',
      }),
      holds: t.expose('holds', {
        type: [held],
        description: 'Recipients who will be skipped or wait; an account may be in several.',
      }),
      skipped: t.expose('skipped', {
        type: [held],
        description: 'Recipients who will not be reached, each with one reason; the others are reachable.',
      }),
      waves: t.expose('waves', {
        type: [wave],
        description: 'Deliveries by time zone, earliest first; empty unless AT_LOCAL.',
      }),
      firstAt: t.expose(
        'firstAt',
        orNull('When the first recipient gets it; null if its time has passed or is not set.', 'DateTime'),
      ),
      lastAt: t.expose('lastAt', orNull('When the last recipient gets it; null as `firstAt`.', 'DateTime')),
      approvalAbove: t.exposeInt('approvalAbove', {
        description: 'Above this number of recipients an administrator has to schedule it.',
      }),
      isLarge: t.boolean({
        description: 'True if an administrator has to schedule it, with a reason.',
        resolve: (row) => isLargeAudience(row),
      }),
      needsTypedNumber: t.boolean({
        description: 'True if the number of recipients has to be typed.',
        resolve: (row) => needsTypedNumber(row, row.isOverriding),
      }),
    }),
  });
}
