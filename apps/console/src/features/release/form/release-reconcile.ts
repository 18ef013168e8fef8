import { normalise } from '../../../records/form/record-merge.ts';
import {
  CHANGE_PARTS,
  LAYOUT,
  type Layout,
  layoutOf,
  layoutText,
  type PartValues,
  partField,
  placeOf,
  type ReleaseValues,
  withChangeAt,
} from './release-form-values.ts';

/**
 * Joins what two people did to the lists of a release, so that nothing is lost: what either added is there; what one removed is gone,
 * unless the other one has changed its texts; what one moved is moved. Where both moved the same, this person's place counts. Texts are
 * left to the merge field by field.
 */
export function reconcileLists(
  base: ReleaseValues,
  mine: ReleaseValues,
  theirs: ReleaseValues,
): { readonly mine: ReleaseValues; readonly theirs: ReleaseValues } {
  const were = layoutOf(base);
  const kept = keptBy(base, mine, theirs);
  const layout = joined(were, layoutOf(mine), layoutOf(theirs), kept);
  const present = new Set(layout.flatMap(({ key, changes }) => [key, ...changes]));
  const text = layoutText(layout);
  const put = (values: ReleaseValues): ReleaseValues => ({
    ...values,
    ...backIn(base, values, present),
    [LAYOUT]: text,
  });
  return { mine: put(gone(mine, present)), theirs: put(gone(theirs, present)) };
}

/** Keys that one side removed and the other edited; they are kept. */
function keptBy(base: ReleaseValues, mine: ReleaseValues, theirs: ReleaseValues): ReadonlySet<string> {
  const kept = new Set<string>();
  const [own, other] = [keysOf(layoutOf(mine)), keysOf(layoutOf(theirs))];
  for (const key of keysOf(layoutOf(base))) {
    const isRewritten = (values: ReleaseValues) =>
      fieldsOf(key).some((field) => normalise(values[field] ?? null) !== normalise(base[field] ?? null));
    if (!other.has(key) && own.has(key) && isRewritten(mine)) kept.add(key);
    if (!own.has(key) && other.has(key) && isRewritten(theirs)) kept.add(key);
  }
  return kept;
}

function joined(were: Layout, mine: Layout, theirs: Layout, kept: ReadonlySet<string>): Layout {
  const [before, own, other] = [keysOf(were), keysOf(mine), keysOf(theirs)];
  const stays = (key: string): boolean =>
    kept.has(key) || (before.has(key) ? own.has(key) && other.has(key) : own.has(key) || other.has(key));
  const isOrderMine = layoutText(onlyLists(mine)) !== layoutText(onlyLists(were));
  const [first, second] = isOrderMine ? [mine, theirs] : [theirs, mine];
  // A list that goes takes nothing along that stays: it stays as well.
  const holds = (layout: Layout) => (key: string) =>
    layout.find((list) => list.key === key)?.changes.some((change) => stays(change) && !elsewhere(change, key)) ??
    false;
  const elsewhere = (change: string, key: string): boolean =>
    [mine, theirs].some((layout) =>
      layout.some((list) => list.key !== key && stays(list.key) && list.changes.includes(change)),
    );
  let lists = first
    .filter(({ key }) => stays(key) || holds(first)(key))
    .map(({ key }) => ({ key, changes: [] as readonly string[] }));
  for (const [at, { key }] of second.entries()) {
    if (lists.some((list) => list.key === key) || !(stays(key) || holds(second)(key))) continue;
    lists = lists.toSpliced(Math.min(at, lists.length), 0, { key, changes: [] });
  }
  return placed(lists, { were, mine, theirs }, stays);
}

interface Versions {
  readonly were: Layout;
  readonly mine: Layout;
  readonly theirs: Layout;
}

/** Moves each change to its position on the side that moved it. */
function placed(lists: Layout, { were, mine, theirs }: Versions, stays: (key: string) => boolean): Layout {
  let layout = lists;
  const put = (change: string, from: Layout): void => {
    const place = placeOf(from, change);
    if (place === null || !stays(change)) return;
    const key = from[place.list]?.key;
    const list = layout.findIndex((each) => each.key === key);
    // After the nearest predecessor on that side that this list has.
    const earlier = from[place.list]?.changes.slice(0, place.at) ?? [];
    const previous = earlier.findLast((each) => layout[list]?.changes.includes(each));
    const at = previous === undefined ? 0 : (layout[list]?.changes.indexOf(previous) ?? 0) + 1;
    layout = withChangeAt(layout, change, Math.max(0, list), at);
  };
  const isMovedByMe = (change: string): boolean => isMoved(change, were, mine);
  for (const change of keysOfChanges(theirs)) if (!isMovedByMe(change)) put(change, theirs);
  for (const change of keysOfChanges(mine))
    if (isMovedByMe(change) || placeOf(layout, change) === null) put(change, mine);
  return layout;
}

/** True if a change is new, or was moved to another list or behind another change. */
function isMoved(change: string, were: Layout, now: Layout): boolean {
  const [from, to] = [placeOf(were, change), placeOf(now, change)];
  if (from === null || to === null) return from !== to;
  const [before, after] = [were[from.list], now[to.list]];
  if (before?.key !== after?.key) return true;
  const both = new Set(
    keysOfChanges(now).filter((key) => before?.changes.includes(key) && after?.changes.includes(key)),
  );
  const order = (list: readonly string[] | undefined) => list?.filter((key) => both.has(key)).join() ?? '';
  return order(before?.changes) !== order(after?.changes);
}

/** Values without those of what is not there any more. */
function gone(values: ReleaseValues, present: ReadonlySet<string>): ReleaseValues {
  const emptied = Object.keys(values).filter((field) => {
    const key = field.split('.')[1];
    return key !== undefined && !present.has(key);
  });
  return { ...values, ...Object.fromEntries(emptied.map((field) => [field, null])) };
}

/** Fields of what stays although one of them removed it, as they were. */
function backIn(base: ReleaseValues, values: ReleaseValues, present: ReadonlySet<string>): PartValues {
  const removed = [...keysOf(layoutOf(base))].filter((key) => present.has(key) && !keysOf(layoutOf(values)).has(key));
  const fields = removed.flatMap(fieldsOf).filter((field) => field in base);
  return Object.fromEntries(fields.map((field) => [field, base[field] ?? null])) as PartValues;
}

const fieldsOf = (key: string) => [partField('list', key), ...CHANGE_PARTS.map((part) => partField(part, key))];
const onlyLists = (layout: Layout): Layout => layout.map(({ key }) => ({ key, changes: [] }));
const keysOfChanges = (layout: Layout): readonly string[] => layout.flatMap(({ changes }) => changes);
const keysOf = (layout: Layout): ReadonlySet<string> =>
  new Set(layout.flatMap(({ key, changes }) => [key, ...changes]));
