import { AUDIENCE_EXCLUSIONS, AUDIENCE_HOLDS, notificationAudienceFields } from '@backcounter/domain';
import { parseFields } from '../../crud/field-input.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { NotificationEnums, NotificationTypes } from './notification.graphql.ts';
import {
  type Audience,
  type AudienceTerms,
  estimateAudience,
  isLargeAudience,
  needsTypedNumber,
} from './notification-audience.ts';
import { peekNotification } from './notification-record.ts';

interface ShownAudience extends Audience {
  readonly isOverriding: boolean;
}

/** Whom a notification reaches, who is left out and why, and when it goes out. */
export function addNotificationAudience(builder: Builder, enums: NotificationEnums, { wave }: NotificationTypes): void {
  const audience = addAudience(builder, wave);
  const input = builder.inputType('NotificationAudienceInput', {
    fields: (t) => ({
      topicId: t.id({ required: true }),
      countryCodes: t.stringList(),
      areaIds: t.idList(),
      badgeId: t.id(),
      lastSeenWithinDays: t.int(),
      sendMode: t.field({ type: enums.sendMode, description: 'NOW where it is left out.' }),
      sendAt: t.field({ type: 'DateTime' }),
      sendLocal: t.string(),
      timezone: t.string(),
      notAfter: t.field({ type: 'DateTime' }),
      throttlePerMinute: t.int(),
      ignoreQuietHours: t.boolean(),
      ignoreFrequencyCap: t.boolean(),
    }),
  });
  builder.queryField('notificationAudience', (t) =>
    t.field({
      type: audience,
      description: 'For one that is being written.',
      extensions: needs('notification.read'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, context) => {
        const values = parseFields(notificationAudienceFields, given);
        const terms: AudienceTerms = {
          topicId: values.topicId,
          countryCodes: values.countryCodes ?? [],
          areaIds: values.areaIds ?? [],
          badgeId: values.badgeId ?? null,
          lastSeenWithinDays: values.lastSeenWithinDays ?? null,
          resendOfId: null,
          sendMode: values.sendMode ?? 'NOW',
          sendAt: values.sendAt ?? null,
          sendLocal: values.sendLocal ?? null,
          notAfter: values.notAfter ?? null,
          throttlePerMinute: values.throttlePerMinute ?? null,
          ignoreQuietHours: values.ignoreQuietHours ?? false,
          ignoreFrequencyCap: values.ignoreFrequencyCap ?? false,
        };
        return shown(await estimateAudience(context, terms), terms);
      },
    }),
  );
  builder.queryField('notificationAudienceOf', (t) =>
    t.field({
      type: audience,
      description: 'For one that there is, as of now.',
      extensions: needs('notification.read'),
      args: { id: t.arg.id({ required: true }) },
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
  const kind = builder.enumType('AudienceKind', { values: ['EXACT', 'ESTIMATE'] as const });
  const exclusion = builder.enumType('AudienceExclusion', { values: AUDIENCE_EXCLUSIONS });
  const hold = builder.enumType('AudienceHold', { values: AUDIENCE_HOLDS });
  const excluded = builder.objectRef<Audience['excluded'][number]>('AudienceExclusionCount').implement({
    fields: (t) => ({ reason: t.expose('reason', { type: exclusion }), count: t.expose('count', { type: 'SafeInt' }) }),
  });
  const held = builder.objectRef<Audience['holds'][number]>('AudienceHoldCount').implement({
    fields: (t) => ({ reason: t.expose('reason', { type: hold }), count: t.exposeInt('count') }),
  });
  return builder.objectRef<ShownAudience>('NotificationAudience').implement({
    fields: (t) => ({
      recipients: t.exposeInt('recipients'),
      kind: t.field({
        type: kind,
        description: 'ESTIMATE: from a sample.',
        resolve: ({ isExact }) => (isExact ? ('EXACT' as const) : ('ESTIMATE' as const)),
      }),
      at: t.expose('at', { type: 'DateTime' }),
      accounts: t.expose('accounts', {
        type: 'SafeInt',
        description: 'All accounts, or of one that is sent again those that failed.',
      }),
      excluded: t.expose('excluded', {
        type: [excluded],
        description: 'One reason each; with the recipients, all accounts.',
      }),
      holds: t.expose('holds', {
        type: [held],
        description: 'Recipients who will be skipped or wait; one may be in several.',
      }),
      waves: t.expose('waves', { type: [wave], description: 'AT_LOCAL, zone by zone, the earliest first.' }),
      firstAt: t.expose('firstAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Null: its time has passed, or is not said yet.',
      }),
      lastAt: t.expose('lastAt', { type: 'DateTime', nullable: true }),
      approvalAbove: t.exposeInt('approvalAbove'),
      isLarge: t.boolean({
        description: 'An administrator has to schedule it, with a reason.',
        resolve: (row) => isLargeAudience(row),
      }),
      needsTypedNumber: t.boolean({
        description: 'The number of recipients has to be typed.',
        resolve: (row) => needsTypedNumber(row, row.isOverriding),
      }),
    }),
  });
}
