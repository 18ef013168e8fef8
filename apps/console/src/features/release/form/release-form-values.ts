import { CHANGE_TYPES, type ChangeType } from '@backcounter/domain';
import { changedInput } from '../../../records/form/field-map.ts';
import type { FieldValue } from '../../../records/form/record-merge.ts';
import type { ReleaseRecord } from '../release.entity.ts';
import { dateOfDay, dayOf } from '../release-date.ts';

/** A list of changes as the API has it. */
export type ListTerms = ReleaseRecord['changeLists'][number];

/** A list in the form: its key and those of its changes, in their order. */
export interface LayoutList {
  readonly key: string;
  readonly changes: readonly string[];
}

/** Which lists and changes there are, in their order. A key is the id of what is stored, or begins with `new`. */
export type Layout = readonly LayoutList[];

/** The values of lists and changes, under their keys. */
export type PartValues = {
  readonly [path: `${'list' | 'title' | 'text'}.${string}`]: string | null;
  readonly [path: `type.${string}`]: ChangeType | null;
};

/** Values of the release form. */
export type ReleaseValues = {
  readonly number: string | null;
  readonly day: string | null;
  readonly layout: string | null;
} & PartValues;

/** The field that holds the layout. */
export const LAYOUT = 'layout';
/** Parts of a change, each a field of the form under its key. */
export const CHANGE_PARTS = ['type', 'title', 'text'] as const;
const NEW = 'new';

/** Name of a field of a list or a change. */
export const partField = <Part extends 'list' | (typeof CHANGE_PARTS)[number]>(part: Part, key: string) =>
  `${part}.${key}` as const;

/** The layout as the form holds it, one text: `list:change,change|list`. */
export const layoutText = (layout: Layout): string =>
  layout.map(({ key, changes }) => `${key}:${changes.join(',')}`).join('|');

/** The layout of a form. */
export function layoutOf({ layout }: Pick<ReleaseValues, 'layout'>): Layout {
  if (!layout) return [];
  return layout.split('|').map((list) => {
    const [key = '', changes = ''] = list.split(':');
    return { key, changes: changes === '' ? [] : changes.split(',') };
  });
}

/** A key for what is not stored yet. */
export const newKey = (): string => `${NEW}${crypto.randomUUID()}`;

/** True for what is not stored yet. */
export const isNewKey = (key: string): boolean => key.startsWith(NEW);

/** List index of a change and its position in the list; null if it is in none. */
export function placeOf(layout: Layout, change: string): { readonly list: number; readonly at: number } | null {
  const list = layout.findIndex(({ changes }) => changes.includes(change));
  return list < 0 ? null : { list, at: layout[list]?.changes.indexOf(change) ?? 0 };
}

/** The layout with a change taken out of wherever it is and put before the place `at` of a list. */
export function withChangeAt(layout: Layout, change: string, list: number, at: number): Layout {
  const from = placeOf(layout, change);
  // Removing the change first moves everything behind it one position up.
  const target = from !== null && from.list === list && from.at < at ? at - 1 : at;
  return layout.map((each, index) => {
    const left = each.changes.filter((key) => key !== change);
    return { ...each, changes: index === list ? left.toSpliced(target, 0, change) : left };
  });
}

/** The layout with a list taken from one place and put before another one. */
export function withListAt(layout: Layout, from: number, to: number): Layout {
  const list = layout[from];
  if (list === undefined) return layout;
  return layout.toSpliced(from, 1).toSpliced(from < to ? to - 1 : to, 0, list);
}

/** A release as the form holds it: one value a field, those of a list or change under its key. */
export function releaseFormValues({
  number,
  date,
  changeLists,
}: Pick<ReleaseRecord, 'number' | 'date' | 'changeLists'>): ReleaseValues {
  return { number, day: dayOf(date), ...contentValues(changeLists) };
}

/** A release before anything is typed: one list with one change. */
export function newReleaseValues(today: string): ReleaseValues {
  // Always the same keys, so that a draft of an earlier time fits.
  const [list, change] = [`${NEW}-list`, `${NEW}-change`];
  return {
    number: null,
    day: today,
    [LAYOUT]: layoutText([{ key: list, changes: [change] }]),
    [partField('list', list)]: null,
    ...newChangeValues(change, 'FEATURE'),
  };
}

/** The values of an empty change. */
export function newChangeValues(key: string, type: ChangeType): PartValues {
  return {
    [partField('type', key)]: type,
    [partField('title', key)]: null,
    [partField('text', key)]: null,
  } as PartValues;
}

/** The lists as the form holds them. */
export function contentValues(changeLists: readonly ListTerms[]): Pick<ReleaseValues, 'layout'> & PartValues {
  const fields = changeLists.flatMap(({ id, title, changes }): (readonly [string, FieldValue])[] => [
    [partField('list', id), title],
    ...changes.flatMap((change): (readonly [string, FieldValue])[] => [
      [partField('type', change.id), change.type],
      [partField('title', change.id), change.title],
      [partField('text', change.id), change.description],
    ]),
  ]);
  const layout = changeLists.map(({ id, changes }) => ({ key: id, changes: changes.map((change) => change.id) }));
  return { [LAYOUT]: layoutText(layout), ...Object.fromEntries(fields) };
}

/** Values that take a list with its changes, or a change, out of the form. */
export function withoutParts(lists: readonly string[], changes: readonly string[]): PartValues {
  const fields = [
    ...lists.map((key) => partField('list', key)),
    ...changes.flatMap((key) => CHANGE_PARTS.map((part) => partField(part, key))),
  ];
  return Object.fromEntries(fields.map((field) => [field, null]));
}

const textOf = (value: string | null | undefined): string => value?.trim() ?? '';

/** The type of a change in the form. */
export function typeAt(values: PartValues, key: string): ChangeType {
  const value = values[partField('type', key)];
  return CHANGE_TYPES.find((type) => type === value) ?? 'FEATURE';
}

/** The lists as the API takes them. */
export function contentInput(values: Pick<ReleaseValues, 'layout'> & PartValues) {
  const idOf = (key: string) => (isNewKey(key) ? {} : { id: key });
  return layoutOf(values).map(({ key, changes }) => ({
    ...idOf(key),
    title: textOf(values[partField('list', key)]),
    changes: changes.map((change) => ({
      ...idOf(change),
      type: typeAt(values, change),
      title: textOf(values[partField('title', change)]),
      description: textOf(values[partField('text', change)]),
    })),
  }));
}

/** The whole release as the API takes it. */
export function releaseInput(values: ReleaseValues) {
  return {
    number: textOf(values.number),
    date: dateOfDay(textOf(values.day)),
    changeLists: contentInput(values),
  };
}

/** The fields of the API in which two states of the form differ, with the values of the first. */
export function releasePatch(mine: ReleaseValues, base: ReleaseValues) {
  return changedInput(releaseInput(mine), releaseInput(base));
}

/** Names a field of the form where rules and the server name its place: `changeLists.0.changes.2.description` -> `text.<key>`. */
export function byKey<Value>(
  fields: Readonly<Record<string, Value>>,
  values: ReleaseValues,
): Readonly<Record<string, Value>> {
  const layout = layoutOf(values);
  return Object.fromEntries(
    Object.entries(fields).map(([path, value]) => [fieldAt(layout, path.replace(/^input\./, '')), value]),
  );
}

function fieldAt(layout: Layout, path: string): string {
  if (path === 'date') return 'day';
  const [root, list, part, change, text] = path.split('.');
  if (root !== 'changeLists') return path;
  const found = layout[Number(list)];
  if (found === undefined) return LAYOUT;
  if (change === undefined) return partField('list', found.key);
  const key = found.changes[Number(change)];
  if (part !== 'changes' || key === undefined) return partField('list', found.key);
  const name = text === 'type' ? 'type' : text === 'description' ? 'text' : 'title';
  return partField(name, key);
}

/** A release as a conflict carries it, with its fields as the form names them. */
export function currentTerms(current: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { date, changeLists, ...plain } = current;
  const content = Array.isArray(changeLists) ? contentValues(changeLists as readonly ListTerms[]) : {};
  const roots: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(content)) {
    const [root = '', key] = field.split('.');
    roots[root] = key === undefined ? value : { ...(roots[root] as object | undefined), [key]: value };
  }
  return { ...plain, ...(typeof date === 'string' ? { day: dayOf(date) } : {}), ...roots };
}
