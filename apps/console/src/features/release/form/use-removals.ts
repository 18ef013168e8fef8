import { useState } from 'react';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import {
  LAYOUT,
  type Layout,
  type LayoutList,
  layoutOf,
  layoutText,
  type PartValues,
  placeOf,
  type ReleaseValues,
  withChangeAt,
  withoutParts,
} from './release-form-values.ts';
import type { Moved } from './use-content-moves.ts';

/** A list or change removed from the form but not yet saved, with its values and position. */
interface Removal extends Moved {
  readonly name: string;
  readonly values: PartValues;
  readonly place: { readonly list: number; readonly at: number };
  readonly content: LayoutList | null;
}

/** Removes lists and changes from a form, and restores the last one until the form is saved. */
export function useRemovals(form: RecordFormState<ReleaseValues>) {
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const last = removals.at(-1);
  return {
    last: last === undefined ? null : { kind: last.kind, name: last.name, key: last.key },
    remove: (moved: Moved, name: string): void => {
      const layout = layoutOf(form.values);
      const list = layout.findIndex(({ key }) => key === moved.key);
      const content = layout[list] ?? null;
      const place = moved.kind === 'list' ? { list, at: 0 } : placeOf(layout, moved.key);
      if (place === null || place.list < 0) return;
      const changes = moved.kind === 'list' ? (content?.changes ?? []) : [moved.key];
      const lists = moved.kind === 'list' ? [moved.key] : [];
      const gone = withoutParts(lists, changes);
      const values = Object.fromEntries(Object.entries(form.values).filter(([field]) => field in gone)) as PartValues;
      setRemovals((before) => [...before, { ...moved, name, values, place, content }]);
      form.setAll({ ...gone, [LAYOUT]: layoutText(without(layout, moved)) });
    },
    /** Restores the last removal at its position and returns the item to focus. */
    undo: (): Moved | null => {
      if (last === undefined) return null;
      setRemovals((before) => before.slice(0, -1));
      form.setAll({ ...last.values, [LAYOUT]: layoutText(backIn(layoutOf(form.values), last)) });
      return last;
    },
  };
}

function without(layout: Layout, { kind, key }: Moved): Layout {
  if (kind === 'list') return layout.filter((list) => list.key !== key);
  return layout.map((list) => ({ ...list, changes: list.changes.filter((change) => change !== key) }));
}

function backIn(layout: Layout, { kind, key, place, content }: Removal): Layout {
  if (kind === 'list') return content === null ? layout : layout.toSpliced(place.list, 0, content);
  const list = Math.min(place.list, layout.length - 1);
  return list < 0 ? layout : withChangeAt(layout, key, list, Math.min(place.at, layout[list]?.changes.length ?? 0));
}
