import type { MessageKey } from '@backcounter/i18n';
import type { ListName } from '../../generated/graphql.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

/** Labels of columns that several lists have, or that are named in another way than their label. */
const LABELS = {
  account: 'account.field.account',
  action: 'audit.field.action',
  actor: 'audit.field.person',
  actorRoles: 'audit.field.roles',
  actorSub: 'export.column.subject',
  allowedValues: 'export.column.allowed-values',
  archivedAt: 'crud.field.archived',
  area: 'account.field.area',
  areaCode: 'export.column.area-code',
  at: 'translation.publication.at',
  audienceEstimate: 'notification.field.audience',
  awardCount: 'badge.field.awards',
  balanceAfter: 'points.field.balance',
  body: 'notification.field.bodyI18n',
  bugs: 'export.column.bugs',
  by: 'points.field.who',
  campaign: 'campaign.field.campaign',
  campaigns: 'shell.page.campaigns',
  canceled: 'notification.figure.canceled',
  category: 'crud.field.category',
  categoryCode: 'export.column.category-code',
  changedAt: 'giveaway.entry.field.changed',
  claimDeadline: 'giveaway.winner.field.deadline',
  claimedAt: 'giveaway.winner.field.claimed',
  code: 'crud.field.code',
  codeLast4: 'coupon.field.last4',
  commissionMinor: 'coupon.redemption.field.commission',
  completedAt: 'export.column.finished',
  confirmedAt: 'coupon.redemption.field.confirmed',
  content: 'export.column.content',
  countries: 'giveaway.field.countryCodes',
  country: 'account.field.country',
  countryCode: 'export.column.country-code',
  createdAt: 'account.field.created',
  createdBy: 'export.column.created-by',
  criteria: 'badge.field.criteriaI18n',
  currency: 'country.field.currency',
  defaultValue: 'config-entry.field.default',
  delta: 'points.field.amount',
  description: 'crud.field.description',
  disabledReason: 'points.field.reason',
  discountUsedMinor: 'campaign.figures.discount',
  displayName: 'account.field.displayName',
  done: 'export.column.done',
  enteredAt: 'giveaway.entry.field.entered',
  entryId: 'giveaway.transaction.field.entry',
  errorCode: 'export.column.error',
  expiresAt: 'coupon.field.validUntil',
  failed: 'notification.figure.failed',
  features: 'export.column.features',
  filePath: 'translation.publication.file',
  finishedAt: 'export.column.finished',
  forfeitedReason: 'giveaway.winner.field.forfeited',
  fulfilledAt: 'giveaway.winner.field.fulfilled',
  giftText: 'campaign.field.giftTextI18n',
  giveaway: 'giveaway.field.giveaway',
  id: 'export.column.id',
  imagePath: 'badge.field.image',
  improvements: 'export.column.improvements',
  isActive: 'crud.field.active',
  isDefault: 'config-entry.field.is-default',
  isPublic: 'config-entry.field.public',
  lastSeenAt: 'account.field.lastSeen',
  lastUsedAt: 'machine-client.field.last-used',
  maxValue: 'export.column.max-value',
  messages: 'translation.tab.texts',
  minValue: 'export.column.min-value',
  name: 'crud.field.name',
  number: 'account.field.number',
  occurredAt: 'audit.field.occurred',
  opened: 'notification.figure.opened',
  orderMinor: 'coupon.redemption.field.order',
  orderReference: 'coupon.redemption.field.reference',
  otherSide: 'points.field.other',
  outcomes: 'export.column.outcomes',
  points: 'account.field.points',
  pointsPaid: 'giveaway.entry.field.paid',
  pointsTransferId: 'giveaway.transaction.field.transfer',
  position: 'crud.field.position',
  prize: 'giveaway.transaction.field.prize',
  publishedValue: 'translation.language.published',
  reason: 'audit.field.reason',
  received: 'notification.figure.received',
  recipients: 'notification.figure.recipients',
  recordId: 'audit.field.record-id',
  recordKind: 'audit.field.kind',
  recordedAt: 'points.field.recorded',
  referenceId: 'points.field.reference',
  releasedAt: 'coupon.redemption.field.released',
  requestId: 'audit.field.reference',
  reserved: 'campaign.figures.reserved',
  reservedAt: 'coupon.redemption.state.RESERVED',
  reversalOf: 'points.entry.takes-back',
  rollbackReason: 'points.field.reason',
  rolledBackAt: 'coupon.redemption.field.rolledBack',
  rules: 'giveaway.field.rulesI18n',
  sent: 'notification.figure.sent',
  seq: 'points.field.number',
  shippedValue: 'translation.fact.shipped',
  skipped: 'notification.figure.skipped',
  sponsor: 'giveaway.field.storeId',
  staffName: 'streamer.field.staffSub',
  staffSub: 'export.column.subject',
  startedAt: 'export.column.started',
  state: 'account.field.state',
  stateChangedAt: 'release.field.stateChanged',
  stateReason: 'account.field.stateReason',
  store: 'store.field.store',
  streamer: 'coupon.field.streamer',
  subscriberCount: 'topic.field.subscribers',
  tickets: 'giveaway.transaction.field.tickets',
  timezone: 'crud.field.timezone',
  title: 'giveaway.field.titleI18n',
  topic: 'notification.field.topicId',
  total: 'export.column.total',
  transferId: 'points.field.transfer',
  unit: 'export.column.unit',
  updatedAt: 'account.field.updated',
  updatedBy: 'export.column.updated-by',
  usesConfirmed: 'coupon.field.used',
  usesMax: 'campaign.details.uses',
  usesReserved: 'campaign.figures.reserved',
  valueType: 'config-entry.field.type',
  version: 'release.field.number',
  won: 'giveaway.transaction.type.WON',
} as const satisfies Readonly<Record<string, MessageKey>>;

type Exported = typeof EXPORTED_COLUMNS;
/** The other columns of a list. */
type OwnColumn<List extends ListName> = Exclude<Exported[List][number], keyof typeof LABELS>;
type OwnLabels = {
  readonly [List in ListName as [OwnColumn<List>] extends [never] ? never : List]: (
    column: OwnColumn<List>,
  ) => MessageKey;
};

/** Other columns have the label of their field in forms and lists. One without a label does not compile. */
const OWN_LABELS: OwnLabels = {
  ACCOUNTS: (column) => `account.field.${column}`,
  ACCOUNT_NOTIFICATIONS: (column) => `notification.delivery.${column}`,
  ACCOUNT_REDEMPTIONS: (column) => `coupon.redemption.field.${column}`,
  AUDIT: (column) => `audit.field.${column}`,
  BADGES: (column) => `badge.field.${column}`,
  CAMPAIGNS: (column) => `campaign.field.${column}`,
  CAMPAIGN_REDEMPTIONS: (column) => `coupon.redemption.field.${column}`,
  CONFIG_ENTRIES: (column) => `config-entry.field.${column}`,
  COUNTRIES: (column) => `country.field.${column}`,
  COUPONS: (column) => `coupon.field.${column}`,
  COUPON_BATCHES: (column) => `coupon.field.${column}`,
  GIVEAWAYS: (column) => `giveaway.field.${column}`,
  GIVEAWAY_TRANSACTIONS: (column) => `giveaway.transaction.field.${column}`,
  GIVEAWAY_WINNERS: (column) => `giveaway.winner.field.${column}`,
  JOBS: (column) => `job.field.${column}`,
  MACHINE_CLIENTS: (column) => `machine-client.field.${column}`,
  NOTIFICATIONS: (column) => `notification.field.${column}`,
  NOTIFICATION_DELIVERIES: (column) => `notification.delivery.${column}`,
  POINTS_ENTRIES: (column) => `points.field.${column}`,
  RELEASES: (column) => `release.field.${column}`,
  STORES: (column) => `store.field.${column}`,
  STREAMERS: (column) => `streamer.field.${column}`,
  TOPICS: (column) => `topic.field.${column}`,
  TRANSLATIONS: (column) => `translation.field.${column}`,
  TRANSLATION_PUBLICATIONS: (column) => `translation.field.${column}`,
};

/** Columns of files that correspond to a column on screen with another name, in any list. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  address: ['address', 'addressLine'],
  amount: ['delta'],
  awards: ['awardCount'],
  balance: ['balance', 'balanceAfter'],
  changed: ['updatedAt'],
  changes: ['changes', 'bugs', 'features', 'improvements', 'content'],
  country: ['country', 'countryCode'],
  created: ['createdAt'],
  default: ['defaultSubscribed', 'defaultValue'],
  entries: ['entriesLately'],
  finished: ['finishedAt'],
  lastSeen: ['lastSeenAt'],
  lastUsed: ['lastUsedAt'],
  locale: ['locale', 'defaultLocale'],
  mode: ['awardMode'],
  number: ['number', 'seq', 'version'],
  opened: ['openedOn'],
  other: ['otherSide'],
  published: ['publishedAt'],
  recorded: ['recordedAt'],
  name: ['displayName', 'name'],
  occurred: ['occurredAt'],
  person: ['actor'],
  progress: ['done', 'total'],
  record: ['recordKind', 'recordId'],
  reference: ['requestId', 'referenceId'],
  roles: ['actorRoles'],
  started: ['startedAt'],
  subscribers: ['subscriberCount'],
  timezone: ['timezone', 'defaultTimezone'],
  updated: ['updatedAt'],
  who: ['by'],
};

/** Columns on screen that export the country's name, and so need no code beside it. */
const INSTEAD: Readonly<Record<string, string>> = { countryCode: 'country' };

/** Message key of a column of files; null for one of a newer server. */
export function exportLabelKey(list: ListName, column: string): MessageKey | null {
  if (!EXPORTED_COLUMNS[list].some((known) => known === column)) return null;
  const labels: Readonly<Record<string, MessageKey>> = LABELS;
  const own: Readonly<Partial<Record<ListName, (column: never) => MessageKey>>> = OWN_LABELS;
  return labels[column] ?? own[list]?.(column as never) ?? null;
}

/** The offered columns that are on screen, in the order of the screen. */
export function columnsOnScreen(shown: readonly string[], offered: readonly string[]): string[] {
  const wanted = shown.flatMap((key) => SAYS[key] ?? [key]);
  return [...new Set(wanted)].filter((key) => {
    const better = INSTEAD[key];
    return offered.includes(key) && !(better !== undefined && wanted.includes(better) && offered.includes(better));
  });
}

/** All offered columns: those on screen first, in their order. */
export function columnsInOrder(shown: readonly string[], offered: readonly string[]): string[] {
  const first = columnsOnScreen(shown, offered);
  return [...first, ...offered.filter((key) => !first.includes(key))];
}
