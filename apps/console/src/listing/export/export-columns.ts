import type { MessageKey } from '@backcounter/i18n';
import { accountFields } from '../../lib/record/record-fields.ts';

/** Labels of the columns of files, by the server's keys; the same in every list. */
const LABELS: Readonly<Record<string, MessageKey>> = {
  ...Object.fromEntries(
    (Object.keys(accountFields) as (keyof typeof accountFields)[]).map((field) => [
      field,
      `account.field.${field}` as const satisfies MessageKey,
    ]),
  ),
  action: 'audit.field.action',
  actor: 'audit.field.person',
  actorRoles: 'audit.field.roles',
  actorSub: 'export.column.subject',
  address: 'audit.field.address',
  addressLine: 'store.field.addressLine',
  allowedValues: 'export.column.allowed-values',
  archivedAt: 'crud.field.archived',
  area: 'account.field.area',
  areaCode: 'export.column.area-code',
  autoRevoke: 'badge.field.autoRevoke',
  awardCount: 'badge.field.awards',
  awardMode: 'badge.field.awardMode',
  balance: 'store.field.balance',
  balanceAfter: 'points.field.balance',
  bugs: 'export.column.bugs',
  by: 'points.field.who',
  category: 'crud.field.category',
  categoryCode: 'export.column.category-code',
  changes: 'audit.field.changes',
  city: 'store.field.city',
  code: 'crud.field.code',
  badges: 'account.field.badges',
  content: 'export.column.content',
  country: 'account.field.country',
  countryCode: 'export.column.country-code',
  createdAt: 'account.field.created',
  criteria: 'badge.field.criteriaI18n',
  currency: 'country.field.currency',
  date: 'release.field.date',
  defaultLocale: 'country.field.defaultLocale',
  defaultSubscribed: 'topic.field.defaultSubscribed',
  defaultTimezone: 'country.field.defaultTimezone',
  defaultValue: 'config-entry.field.default',
  delta: 'points.field.amount',
  description: 'crud.field.description',
  dialCode: 'country.field.dialCode',
  done: 'export.column.done',
  emailVerified: 'account.field.emailVerified',
  entriesLately: 'store.field.entriesLately',
  errorCode: 'export.column.error',
  features: 'export.column.features',
  finishedAt: 'export.column.finished',
  firebaseId: 'account.field.firebaseId',
  hash: 'points.field.hash',
  id: 'export.column.id',
  imagePath: 'badge.field.image',
  improvements: 'export.column.improvements',
  isActive: 'crud.field.active',
  isDefault: 'config-entry.field.is-default',
  isPublic: 'config-entry.field.public',
  isRepeatable: 'badge.field.isRepeatable',
  key: 'config-entry.field.key',
  kind: 'topic.field.kind',
  lastSeenAt: 'account.field.lastSeen',
  maxValue: 'export.column.max-value',
  minAge: 'country.field.minAge',
  minValue: 'export.column.min-value',
  name: 'crud.field.name',
  number: 'account.field.number',
  occurredAt: 'audit.field.occurred',
  openedOn: 'store.field.openedOn',
  otherSide: 'points.field.other',
  outcome: 'audit.field.outcome',
  outcomes: 'export.column.outcomes',
  points: 'account.field.points',
  position: 'crud.field.position',
  publishedAt: 'release.field.publishedAt',
  publishedBy: 'release.field.publishedBy',
  readers: 'release.field.readers',
  reason: 'audit.field.reason',
  recordedAt: 'points.field.recorded',
  referenceId: 'points.field.reference',
  recordId: 'audit.field.record-id',
  recordKind: 'audit.field.kind',
  requestId: 'audit.field.reference',
  requester: 'export.column.requester',
  reversalOf: 'points.entry.takes-back',
  ruleKind: 'badge.field.ruleKind',
  ruleThreshold: 'badge.field.ruleThreshold',
  seq: 'points.field.number',
  sid: 'store.field.sid',
  startedAt: 'export.column.started',
  state: 'account.field.state',
  stateReason: 'account.field.stateReason',
  subscriberCount: 'topic.field.subscribers',
  suspendedUntil: 'account.field.suspendedUntil',
  total: 'export.column.total',
  transferId: 'points.field.transfer',
  unit: 'export.column.unit',
  updatedAt: 'account.field.updated',
  updatedBy: 'export.column.updated-by',
  validityDays: 'badge.field.validityDays',
  value: 'config-entry.field.value',
  valueType: 'config-entry.field.type',
  version: 'release.field.number',
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
export function exportLabelKey(key: string): MessageKey | null {
  return LABELS[key] ?? null;
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
