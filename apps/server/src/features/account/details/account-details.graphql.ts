import { ACCOUNT_LIMITS, type AwardState } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import { forwardArgs, localeArg, localName } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import { staffField } from '../../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addConnection } from '../../../listing/list-connection.ts';
import { type AccountSummary, accountSummary } from '../account-summary.ts';
import { type AccountAwardRow, accountAwards } from './account-badge.ts';
import { type AccountDeviceRow, accountDevices } from './account-device.ts';
import { type AccountNoteRow, accountNotes, type NoteRetraction, noteRetraction } from './account-note.ts';
import { type AccountTopicRow, accountTopics } from './account-topic.ts';

const AWARD_STATES: Readonly<Record<AwardState, string>> = {
  EXPIRED: 'Its validity is over.',
  HELD: 'The account has it.',
  REVOKED: 'Staff revoked it.',
};

const RETRACTIONS: Readonly<Record<NoteRetraction, string>> = {
  FREELY: 'Without a reason, by its author shortly after writing it.',
  NO: 'Not at all: it is retracted already, or the caller may not.',
  WITH_REASON: 'With a reason.',
};

/** Topics, devices, badges and notes of an account. */
export function addAccountBelongings(builder: Builder, list: ListTypes): void {
  addSummary(builder);
  addTopics(builder);
  addDevices(builder);
  addAwards(builder, list);
  addNotes(builder, list);
}

function addSummary(builder: Builder): void {
  const latestNote = builder.objectRef<NonNullable<AccountSummary['latestNote']>>('AccountLatestNote').implement({
    description: 'The newest note about an account that is not retracted.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      text: t.exposeString('text', { description: 'Its text.' }),
      writtenAt: t.expose('writtenAt', { type: 'DateTime', description: 'When it was written.' }),
      writtenBy: t.expose('writtenBy', { type: 'StaffRef', description: 'Its author.' }),
    }),
  });
  const summary = builder.objectRef<AccountSummary>('AccountSummary').implement({
    description: 'Counts of topics, devices, badges and notes of an account.',
    fields: (t) => ({
      badges: t.exposeInt('badges', { description: 'Number of awards that are not revoked.' }),
      topics: t.exposeInt('topics', { description: 'Number of topics in use that it is subscribed to.' }),
      devices: t.exposeInt('devices', { description: 'Number of devices that can be reached.' }),
      notes: t.exposeInt('notes', { description: 'Number of notes that are not retracted.' }),
      latestNote: t.expose(
        'latestNote',
        orNull('The newest note that is not retracted; null without one.', latestNote),
      ),
    }),
  });
  builder.queryField('accountSummary', (t) =>
    t.field({
      type: summary,
      description: 'Counts of topics, devices, badges and notes of an account.',
      extensions: needs('account.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the account.' }) },
      resolve: (_root, { id }, context) => accountSummary(context, id),
    }),
  );
}

function addTopics(builder: Builder): void {
  const kind = addEnum(builder, 'AccountTopicKind', 'Purpose of a topic.', {
    MARKETING: 'Advertising, which needs consent.',
    SERVICE: 'Messages about the service, which need none.',
  });
  const source = addEnum(builder, 'SubscriptionSource', 'Origin of a subscription decision.', {
    APP: 'The person, in the app.',
    DEFAULT: 'No one; the topic is subscribed to by default.',
    IMPORT: 'An import from a file.',
    STAFF: 'Staff.',
  });
  const topic = builder.objectRef<AccountTopicRow>('AccountTopic').implement({
    description: 'A topic and the subscription of an account to it.',
    fields: (t) => ({
      topicId: t.exposeID('topicId', { description: 'Id of the topic.' }),
      code: t.exposeString('code', { description: 'Code of the topic.' }),
      name: t.string({
        description: 'Name of the topic.',
        args: { locale: localeArg(t) },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      description: t.string({
        description: 'Description of the topic.',
        args: { locale: localeArg(t) },
        resolve: ({ descriptions }, { locale }) => localName(descriptions, locale),
      }),
      kind: t.expose('kind', { type: kind, description: 'Purpose of the topic.' }),
      categoryId: t.exposeID('categoryId', { description: 'Id of the category of the topic.' }),
      category: t.string({
        description: 'Name of the category of the topic.',
        args: { locale: localeArg(t) },
        resolve: ({ categoryNames }, { locale }) => localName(categoryNames, locale),
      }),
      isSubscribed: t.exposeBoolean('isSubscribed', { description: 'Whether the account is subscribed to it.' }),
      isEffective: t.exposeBoolean('isEffective', {
        description: 'False where nothing is sent: not subscribed, or a marketing topic without consent to messages.',
      }),
      source: t.expose('source', orNull('Origin of the decision; null without one.', source)),
      changedAt: t.expose('changedAt', orNull('When it was decided; null without a decision.', 'DateTime')),
      changedBy: t.expose(
        'changedBy',
        orNull('Staff or machine client that recorded the decision; null without one.', 'StaffRef'),
      ),
    }),
  });
  builder.queryField('accountTopics', (t) =>
    t.field({
      type: [topic],
      description: 'Every topic in use, by category, with the subscription of the account.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true, description: 'Id of the account.' }) },
      resolve: (_root, { accountId }, context) => accountTopics(context, accountId),
    }),
  );
}

function addDevices(builder: Builder): void {
  const platform = addEnum(builder, 'DevicePlatform', 'Operating system of a device.', {
    ANDROID: 'Android.',
    IOS: 'iOS.',
  });
  const state = addEnum(builder, 'DeviceState', 'Whether a device can be reached.', {
    EXPIRED: `Its push token is older than ${ACCOUNT_LIMITS.deviceExpiredDays} days.`,
    INVALID: 'It is no longer reached; `invalidReason` says why.',
    REACHABLE: 'It can be reached.',
    STALE: `Its app has not reported its push token for ${ACCOUNT_LIMITS.deviceStaleDays} days; it may no longer be reachable.`,
  });
  const reason = addEnum(builder, 'DeviceInvalidReason', 'Why a device is no longer reached.', {
    ACCOUNT_CLOSED: 'Its account was closed.',
    EXPIRED_270D: 'Its push token expired after 270 days.',
    REPLACED: 'Another push token replaced its own.',
    SENDER_MISMATCH: 'Its push token belongs to another sender.',
    STAFF: 'Staff stopped notifications to it.',
    UNREGISTERED: 'Its app was removed.',
  });
  const device = builder.objectRef<AccountDeviceRow>('AccountDevice').implement({
    description: 'A device with the app.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      platform: t.expose('platform', { type: platform, description: 'Its operating system.' }),
      appVersion: t.exposeString('appVersion', orNull('Version of the app; null if unknown.')),
      tokenEnd: t.exposeString('tokenEnd', { description: 'The last characters of the push token.' }),
      tokenRefreshedAt: t.expose('tokenRefreshedAt', {
        type: 'DateTime',
        description: 'When its app last reported the push token.',
      }),
      createdAt: t.expose('createdAt', {
        type: 'DateTime',
        description: 'When its app first reported the push token.',
      }),
      state: t.expose('state', { type: state, description: 'Whether it can be reached.' }),
      invalidatedAt: t.expose('invalidatedAt', orNull('When it became invalid; null unless INVALID.', 'DateTime')),
      invalidReason: t.expose('invalidReason', orNull('Why it is no longer reached; null unless INVALID.', reason)),
    }),
  });
  builder.queryField('accountDevices', (t) =>
    t.field({
      type: [device],
      description: 'Devices of one account, at most 100; those that can be reached come first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true, description: 'Id of the account.' }) },
      resolve: (_root, { accountId }, context) => accountDevices(context, accountId),
    }),
  );
}

function addAwards(builder: Builder, list: ListTypes): void {
  const source = addEnum(builder, 'AwardSource', 'Origin of an award.', {
    IMPORT: 'An import from a file.',
    RULE: 'The rule of the badge.',
    STAFF: 'Staff.',
  });
  const state = addEnum(builder, 'AwardState', 'State of an award.', AWARD_STATES);
  const badge = builder.objectRef<AccountAwardRow>('AwardedBadge').implement({
    description: 'The badge of an award.',
    fields: (t) => ({
      id: t.id({ description: 'Its id.', resolve: ({ badgeId }) => badgeId }),
      code: t.string({ description: 'Its code.', resolve: ({ badgeCode }) => badgeCode }),
      name: t.string({
        description: 'Its name.',
        args: { locale: localeArg(t) },
        resolve: ({ badgeNames }, { locale }) => localName(badgeNames, locale),
      }),
      imageUrl: t.string({
        nullable: true,
        description:
          'Path and query of the picture on this server, valid for 10 to 15 minutes without signing in; null without one.',
        resolve: ({ imagePath }, _args, { services }) =>
          imagePath === null ? null : services.files.badgeImages.address(imagePath),
      }),
      isRepeatable: t.exposeBoolean('isRepeatable', {
        description: 'Whether one account may hold it several times.',
      }),
    }),
  });
  const award = builder.objectRef<AccountAwardRow>('AccountAward').implement({
    description: 'A badge that an account has or had.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      badge: t.field({ type: badge, description: 'The badge.', resolve: (row) => row }),
      occurrence: t.exposeInt('occurrence', {
        description: 'Number of this award among those of the badge to the account, from 1.',
      }),
      source: t.expose('source', { type: source, description: 'Origin of the award.' }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      awardedAt: t.expose('awardedAt', { type: 'DateTime', description: 'When it was awarded.' }),
      awardedBy: staffField(t, 'awardedBy', 'Staff member who awarded it; null where a rule did.'),
      note: t.exposeString('note', orNull('Reason for the award; null without a note.')),
      expiresAt: t.expose('expiresAt', orNull('When it ends automatically; null: never.', 'DateTime')),
      revokedAt: t.expose('revokedAt', orNull('When it ended; null while it is held.', 'DateTime')),
      revokedBy: staffField(t, 'revokedBy', 'Staff member who revoked it; null unless revoked.'),
      revokeReason: t.exposeString('revokeReason', orNull('Why it was revoked; null unless revoked.')),
    }),
  });
  const connection = addConnection(builder, list, 'AccountAward', award);
  builder.queryField('accountAwards', (t) =>
    t.field({
      type: connection,
      description: 'Badges that an account has or had, newest first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true, description: 'Id of the account.' }), ...forwardArgs(t) },
      resolve: (_root, { accountId, ...args }, context, info) =>
        accountAwards(context, accountId, args, selectionOf(info)),
    }),
  );
}

function addNotes(builder: Builder, list: ListTypes): void {
  const retraction = addEnum(builder, 'NoteRetraction', 'How a note may be retracted.', RETRACTIONS);
  const note = builder.objectRef<AccountNoteRow>('AccountNote').implement({
    description: 'A note by staff about an account.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      text: t.exposeString(
        'text',
        orNull('Its text; null once retracted, except for people with `account.retract-any-note`.'),
      ),
      writtenAt: t.expose('writtenAt', { type: 'DateTime', description: 'When it was written.' }),
      writtenBy: t.field({
        type: 'StaffRef',
        description: 'Its author.',
        resolve: ({ writtenBySub, writtenByName }) => ({ sub: writtenBySub, name: writtenByName }),
      }),
      retractedAt: t.expose('retractedAt', orNull('When it was retracted; null unless retracted.', 'DateTime')),
      retractedBy: staffField(t, 'retractedBy', 'Staff member who retracted it; null unless retracted.'),
      retractReason: t.exposeString('retractReason', orNull('Why it was retracted; null where no reason was given.')),
      retraction: t.field({
        type: retraction,
        description: 'How the caller may retract the note now.',
        resolve: ({ writtenBySub, writtenAt, retractedAt }, _args, context) =>
          noteRetraction(
            { writtenBy: writtenBySub, writtenAt: new Date(writtenAt), isRetracted: retractedAt !== null },
            context,
          ),
      }),
    }),
  });
  const connection = addConnection(builder, list, 'AccountNote', note);
  builder.queryField('accountNotes', (t) =>
    t.field({
      type: connection,
      description: 'Notes by staff about an account, newest first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true, description: 'Id of the account.' }), ...forwardArgs(t) },
      resolve: (_root, { accountId, ...args }, context, info) =>
        accountNotes(context, accountId, args, selectionOf(info)),
    }),
  );
}
