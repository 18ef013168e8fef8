import type { MessageKey } from '@backcounter/i18n';
import { fieldKeys, firstKey } from '../lib/record/field-label.ts';
import type { ExportedColumn, ExportedList } from '../lib/record/selected-rows.ts';

/** Columns of files that correspond to a column on screen with another name, in any list. */
const SAYS: Readonly<Record<string, readonly string[]>> = {
  address: ['address', 'addressLine'],
  amount: ['delta'],
  awards: ['awardCount'],
  balance: ['balance', 'balanceAfter'],
  budget: ['budgetUse'],
  changed: ['updatedAt'],
  changes: ['changes', 'bugs', 'features', 'improvements', 'content'],
  channel: ['channelUrl'],
  code: ['code', 'codeLast4'],
  commission: ['commission', 'commissionMinor'],
  created: ['createdAt'],
  deadline: ['claimDeadline'],
  default: ['defaultSubscribed', 'defaultValue'],
  editor: ['updatedBy'],
  ends: ['endsAt'],
  entered: ['enteredAt'],
  entries: ['entries', 'entriesLately'],
  finished: ['finishedAt'],
  key: ['key', 'client'],
  lastSeen: ['lastSeenAt'],
  lastUsed: ['lastUsedAt'],
  locale: ['locale', 'defaultLocale'],
  mode: ['awardMode'],
  name: ['displayName', 'name'],
  next: ['opensAt', 'closesAt', 'drawAt'],
  number: ['number', 'seq', 'version'],
  occurred: ['occurredAt'],
  opened: ['openedOn'],
  order: ['orderMinor', 'currency'],
  other: ['otherSide'],
  progress: ['done', 'total'],
  published: ['publishedAt'],
  record: ['recordKind', 'recordId'],
  recorded: ['recordedAt'],
  reference: ['requestId', 'referenceId', 'orderReference'],
  roles: ['actorRoles'],
  scheduled: ['startsAt'],
  started: ['startedAt'],
  subscribers: ['subscriberCount'],
  timezone: ['timezone', 'defaultTimezone'],
  until: ['validUntil'],
  updated: ['updatedAt'],
  used: ['lastUsedAt'],
  uses: ['uses', 'usesConfirmed', 'usesMax'],
  value: ['value', 'locale'],
  when: ['occurredAt', 'reservedAt'],
  who: ['by'],
  window: ['startsAt', 'endsAt'],
  zone: ['timezone'],
};

const inFile = ({ key, exported }: ExportedColumn): readonly string[] => exported ?? SAYS[key] ?? [key, `${key}Code`];

/** Message key of an offered column of files; null for one of a newer server. */
export function exportLabelKey(list: ExportedList, column: string, offered: readonly string[]): MessageKey | null {
  const shown = list.columns.find((each) => inFile(each).find((key) => offered.includes(key)) === column);
  return firstKey(
    `export.column.${column}`,
    list.fileLabels?.[column],
    ...fieldKeys(list.capability, column),
    shown?.headerKey,
    `audit.kind.${column}`,
  );
}

/** The offered columns that are on screen, in the order of the screen; no code of what is there by its name. */
export function columnsOnScreen(
  { columns }: Pick<ExportedList, 'columns'>,
  shown: readonly string[],
  offered: readonly string[],
): string[] {
  const wanted = shown.flatMap((key) => columns.filter((column) => column.key === key).flatMap(inFile));
  const isNamed = (key: string) => offered.includes(key) && wanted.includes(key);
  return [...new Set(wanted)].filter(
    (key) => offered.includes(key) && !(key.endsWith('Code') && isNamed(key.slice(0, -'Code'.length))),
  );
}

/** All offered columns: those on screen first, in their order. */
export function columnsInOrder(first: readonly string[], offered: readonly string[]): string[] {
  return [...first, ...offered.filter((key) => !first.includes(key))];
}
