import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import type { ListPage } from '../../listing/run-list.ts';
import { type AccountAwardRow, accountAwards } from './account-badge.ts';
import { type AccountDeviceRow, accountDevices } from './account-device.ts';
import { type AccountNoteRow, accountNotes, noteRetraction, staffRef } from './account-note.ts';
import { type AccountSummary, accountSummary } from './account-summary.ts';
import { type AccountTopicRow, accountTopics } from './account-topic.ts';

/** What belongs to an account, each on a tab of its page: topics, devices, badges, notes. */
export function addAccountBelongings(builder: Builder, list: ListTypes): void {
  addSummary(builder);
  addTopics(builder);
  addDevices(builder);
  addAwards(builder, list);
  addNotes(builder, list);
}

function addSummary(builder: Builder): void {
  const latestNote = builder.objectRef<NonNullable<AccountSummary['latestNote']>>('AccountLatestNote').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text'),
      writtenAt: t.expose('writtenAt', { type: 'DateTime' }),
      writtenBy: t.expose('writtenBy', { type: 'StaffRef' }),
    }),
  });
  const summary = builder.objectRef<AccountSummary>('AccountSummary').implement({
    fields: (t) => ({
      badges: t.exposeInt('badges', { description: 'Awards that are not revoked.' }),
      topics: t.exposeInt('topics', { description: 'Topics in use that it is subscribed to.' }),
      devices: t.exposeInt('devices', { description: 'Devices that can be reached.' }),
      notes: t.exposeInt('notes', { description: 'Notes that are not retracted.' }),
      latestNote: t.expose('latestNote', { type: latestNote, nullable: true }),
    }),
  });
  builder.queryField('accountSummary', (t) =>
    t.field({
      type: summary,
      extensions: needs('account.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => accountSummary(context, id),
    }),
  );
}

function addTopics(builder: Builder): void {
  const kind = builder.enumType('AccountTopicKind', { values: ['MARKETING', 'SERVICE'] as const });
  const source = builder.enumType('SubscriptionSource', { values: ['APP', 'DEFAULT', 'IMPORT', 'STAFF'] as const });
  const topic = builder.objectRef<AccountTopicRow>('AccountTopic').implement({
    fields: (t) => ({
      topicId: t.exposeID('topicId'),
      code: t.exposeString('code'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      description: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ descriptions }, { locale }) => localName(descriptions, locale),
      }),
      kind: t.expose('kind', { type: kind }),
      categoryId: t.exposeID('categoryId'),
      category: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ categoryNames }, { locale }) => localName(categoryNames, locale),
      }),
      isSubscribed: t.exposeBoolean('isSubscribed'),
      isEffective: t.exposeBoolean('isEffective', {
        description: 'False where nothing is sent: not subscribed, or a marketing topic without consent to messages.',
      }),
      source: t.expose('source', {
        type: source,
        nullable: true,
        description: 'Who decided; null where nobody has yet.',
      }),
      changedAt: t.expose('changedAt', { type: 'DateTime', nullable: true }),
      changedBy: t.expose('changedBy', { type: 'StaffRef', nullable: true }),
    }),
  });
  builder.queryField('accountTopics', (t) =>
    t.field({
      type: [topic],
      description: 'Every topic in use, in the order of the categories, with what the account has of it.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true }) },
      resolve: (_root, { accountId }, context) => accountTopics(context, accountId),
    }),
  );
}

function addDevices(builder: Builder): void {
  const platform = builder.enumType('DevicePlatform', { values: ['ANDROID', 'IOS'] as const });
  const state = builder.enumType('DeviceState', { values: ['EXPIRED', 'INVALID', 'REACHABLE', 'STALE'] as const });
  const reason = builder.enumType('DeviceInvalidReason', {
    values: ['ACCOUNT_CLOSED', 'EXPIRED_270D', 'REPLACED', 'SENDER_MISMATCH', 'STAFF', 'UNREGISTERED'] as const,
  });
  const device = builder.objectRef<AccountDeviceRow>('AccountDevice').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      platform: t.expose('platform', { type: platform }),
      appVersion: t.exposeString('appVersion', { nullable: true }),
      tokenEnd: t.exposeString('tokenEnd', { description: 'The last characters of the push token.' }),
      tokenRefreshedAt: t.expose('tokenRefreshedAt', { type: 'DateTime' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      state: t.expose('state', { type: state }),
      invalidatedAt: t.expose('invalidatedAt', { type: 'DateTime', nullable: true }),
      invalidReason: t.expose('invalidReason', { type: reason, nullable: true }),
    }),
  });
  builder.queryField('accountDevices', (t) =>
    t.field({
      type: [device],
      description: 'Those that can be reached first; at most 100.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true }) },
      resolve: (_root, { accountId }, context) => accountDevices(context, accountId),
    }),
  );
}

function addAwards(builder: Builder, { pageInfo }: ListTypes): void {
  const source = builder.enumType('AwardSource', { values: ['IMPORT', 'RULE', 'STAFF'] as const });
  const state = builder.enumType('AwardState', { values: ['EXPIRED', 'HELD', 'REVOKED'] as const });
  const badge = builder.objectRef<AccountAwardRow>('AwardedBadge').implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ badgeId }) => badgeId }),
      code: t.string({ resolve: ({ badgeCode }) => badgeCode }),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ badgeNames }, { locale }) => localName(badgeNames, locale),
      }),
      imageUrl: t.string({
        nullable: true,
        description:
          'Path and query on this server that show the picture to whoever has them, for 10 to 15 minutes; null without one.',
        resolve: ({ imagePath }, _args, { services }) =>
          imagePath === null ? null : services.files.badgeImages.address(imagePath),
      }),
      isRepeatable: t.exposeBoolean('isRepeatable'),
    }),
  });
  const award = builder.objectRef<AccountAwardRow>('AccountAward').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      badge: t.field({ type: badge, resolve: (row) => row }),
      occurrence: t.exposeInt('occurrence', { description: 'The how many-eth award of this badge to the account.' }),
      source: t.expose('source', { type: source }),
      state: t.expose('state', { type: state }),
      awardedAt: t.expose('awardedAt', { type: 'DateTime' }),
      awardedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ awardedBySub, awardedByName }) => staffRef(awardedBySub, awardedByName),
      }),
      note: t.exposeString('note', { nullable: true }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
      revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
      revokedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ revokedBySub, revokedByName }) => staffRef(revokedBySub, revokedByName),
      }),
      revokeReason: t.exposeString('revokeReason', { nullable: true }),
    }),
  });
  const connection = builder.objectRef<ListPage<AccountAwardRow>>('AccountAwardConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [award] }),
      pageInfo: t.expose('pageInfo', { type: pageInfo }),
    }),
  });
  builder.queryField('accountAwards', (t) =>
    t.field({
      type: connection,
      description: 'Badges that an account has or had, newest first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true }), first: t.arg.int(), after: t.arg.string() },
      resolve: (_root, { accountId, ...args }, context, info) =>
        accountAwards(context, accountId, args, selectionOf(info)),
    }),
  );
}

function addNotes(builder: Builder, { pageInfo }: ListTypes): void {
  const retraction = builder.enumType('NoteRetraction', { values: ['FREELY', 'NO', 'WITH_REASON'] as const });
  const note = builder.objectRef<AccountNoteRow>('AccountNote').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      text: t.exposeString('text', {
        nullable: true,
        description: 'Null for a retracted note, except for those who may retract anybody’s.',
      }),
      writtenAt: t.expose('writtenAt', { type: 'DateTime' }),
      writtenBy: t.field({
        type: 'StaffRef',
        resolve: ({ writtenBySub, writtenByName }) => ({ sub: writtenBySub, name: writtenByName }),
      }),
      retractedAt: t.expose('retractedAt', { type: 'DateTime', nullable: true }),
      retractedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ retractedBySub, retractedByName }) => staffRef(retractedBySub, retractedByName),
      }),
      retractReason: t.exposeString('retractReason', { nullable: true }),
      retraction: t.field({
        type: retraction,
        description: 'How this person may retract the note now.',
        resolve: ({ writtenBySub, writtenAt, retractedAt }, _args, context) =>
          noteRetraction(
            { writtenBy: writtenBySub, writtenAt: new Date(writtenAt), isRetracted: retractedAt !== null },
            context,
          ),
      }),
    }),
  });
  const connection = builder.objectRef<ListPage<AccountNoteRow>>('AccountNoteConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [note] }),
      pageInfo: t.expose('pageInfo', { type: pageInfo }),
    }),
  });
  builder.queryField('accountNotes', (t) =>
    t.field({
      type: connection,
      description: 'What staff noted about an account, newest first.',
      extensions: needs('account.read'),
      args: { accountId: t.arg.id({ required: true }), first: t.arg.int(), after: t.arg.string() },
      resolve: (_root, { accountId, ...args }, context, info) =>
        accountNotes(context, accountId, args, selectionOf(info)),
    }),
  );
}
