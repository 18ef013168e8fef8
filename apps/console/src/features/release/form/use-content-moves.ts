import { useMessages } from '@backcounter/i18n/react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import {
  LAYOUT,
  type Layout,
  layoutOf,
  layoutText,
  partField,
  placeOf,
  type ReleaseValues,
  withChangeAt,
  withListAt,
} from './release-form-values.ts';

/** The moved item: a list with its changes, or one change. */
export interface Moved {
  readonly kind: 'list' | 'change';
  readonly key: string;
}

/** Where something would be dropped. */
interface Target {
  readonly key: string;
  readonly isAfter: boolean;
}

/** Moving lists and changes by handle, keys and buttons. */
export interface ContentMoves {
  readonly layout: Layout;
  readonly picked: string | null;
  readonly over: Target | null;
  readonly dragged: Moved | null;
  /** Announcement for screen readers after a move. */
  readonly said: string;
  readonly nameOf: (moved: Moved) => string;
  readonly step: (moved: Moved, by: -1 | 1, part: string) => void;
  readonly canStep: (moved: Moved, by: -1 | 1) => boolean;
  readonly moveToList: (change: string, list: string) => void;
  readonly onHandleKey: (event: KeyboardEvent, moved: Moved) => void;
  readonly onHandleBlur: (moved: Moved) => void;
  readonly onHandleFocus: () => void;
  readonly drag: (moved: Moved | null) => void;
  readonly hover: (target: Target | null) => void;
  readonly drop: () => void;
  /** Gives the focus to a part or a field of a list or change once it is drawn. */
  readonly focusOn: (key: string, part: string) => void;
}

/** Lists and changes of a release that is being written, as they are moved about. */
export function useContentMoves(
  form: RecordFormState<ReleaseValues>,
  root: RefObject<HTMLElement | null>,
): ContentMoves {
  const { t, figure } = useMessages();
  const [picked, setPicked] = useState<{ readonly key: string; readonly from: string } | null>(null);
  const [dragged, setDragged] = useState<Moved | null>(null);
  const [over, setOver] = useState<Target | null>(null);
  const [said, setSaid] = useState('');
  const wanted = useRef<{ readonly key: string; readonly part: string } | null>(null);
  const putBackLater = useRef(0);
  const layout = layoutOf(form.values);

  useEffect(() => {
    // The moved element was rendered elsewhere, so the focus follows it.
    if (wanted.current === null) return;
    const { key, part } = wanted.current;
    const card = root.current?.querySelector<HTMLElement>(`[data-key="${key}"]`);
    const own = (name: string) => card?.querySelector<HTMLElement>(`[data-part="${name}"], [name="${name}"]`);
    const found = own(part);
    if (!card) return;
    wanted.current = null;
    (found instanceof HTMLButtonElement && found.disabled ? own('handle') : found)?.focus();
  });

  const set = (next: Layout): void => form.set(LAYOUT, layoutText(next));
  const nameOf = ({ kind, key }: Moved): string => {
    const title = form.values[partField(kind === 'list' ? 'list' : 'title', key)];
    return title?.trim() ? title : t(`release.edit.untitled-${kind}`);
  };
  const placeWords = (next: Layout, moved: Moved) => {
    const place = placeOf(next, moved.key);
    const inList = place === null ? null : next[place.list];
    const [at, count] =
      moved.kind === 'list'
        ? [next.findIndex(({ key }) => key === moved.key), next.length]
        : [place?.at ?? 0, inList?.changes.length ?? 0];
    return {
      name: nameOf(moved),
      place: figure(at + 1),
      count: figure(count),
      list: inList ? nameOf({ kind: 'list', key: inList.key }) : '',
    };
  };
  const say = (key: 'picked' | 'dropped' | 'at' | 'moved' | 'put-back', next: Layout, moved: Moved): void => {
    const words = placeWords(next, moved);
    const isChange = moved.kind === 'change' && (key === 'at' || key === 'moved');
    setSaid(isChange ? t('release.edit.moved-in', words) : t(`crud.order.${key}`, words));
  };
  /** The layout after one step. A change at the end of its list continues into the next list. */
  const stepped = ({ kind, key }: Moved, by: -1 | 1): Layout | null => {
    if (kind === 'list') {
      const from = layout.findIndex((list) => list.key === key);
      const to = from + by;
      return from < 0 || to < 0 || to >= layout.length ? null : withListAt(layout, from, by > 0 ? to + 1 : to);
    }
    const place = placeOf(layout, key);
    if (place === null) return null;
    const length = layout[place.list]?.changes.length ?? 0;
    const to = place.at + by;
    if (to >= 0 && to < length) return withChangeAt(layout, key, place.list, by > 0 ? to + 1 : to);
    const next = layout[place.list + by];
    return next === undefined ? null : withChangeAt(layout, key, place.list + by, by > 0 ? 0 : next.changes.length);
  };
  const putBack = (moved: Moved): void => {
    if (picked?.key !== moved.key) return;
    wanted.current = { key: moved.key, part: 'handle' };
    form.set(LAYOUT, picked.from);
    setPicked(null);
    say('put-back', layoutOf({ [LAYOUT]: picked.from }), moved);
  };

  return {
    layout,
    picked: picked?.key ?? null,
    over,
    dragged,
    said,
    nameOf,
    canStep: (moved, by) => stepped(moved, by) !== null,
    step: (moved, by, part) => {
      const next = stepped(moved, by);
      if (next === null) return;
      wanted.current = { key: moved.key, part };
      set(next);
      say('moved', next, moved);
    },
    moveToList: (change, list) => {
      const to = layout.findIndex(({ key }) => key === list);
      const next = withChangeAt(layout, change, to, layout[to]?.changes.length ?? 0);
      wanted.current = { key: change, part: 'handle' };
      set(next);
      say('moved', next, { kind: 'change', key: change });
    },
    onHandleKey: (event, moved) => {
      const isPicked = picked?.key === moved.key;
      if (event.key === ' ' || event.key === 'Enter') {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setPicked(isPicked ? null : { key: moved.key, from: layoutText(layout) });
        say(isPicked ? 'dropped' : 'picked', layout, moved);
      } else if (isPicked && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault();
        const next = stepped(moved, event.key === 'ArrowUp' ? -1 : 1);
        if (next === null) return;
        wanted.current = { key: moved.key, part: 'handle' };
        set(next);
        say('at', next, moved);
      } else if (isPicked && event.key === 'Escape') {
        // Only what is held is let go.
        event.preventDefault();
        event.stopPropagation();
        putBack(moved);
      }
    },
    onHandleBlur: (moved) => {
      if (wanted.current === null) putBackLater.current = window.setTimeout(() => putBack(moved), 0);
    },
    onHandleFocus: () => window.clearTimeout(putBackLater.current),
    drag: (moved) => {
      setDragged(moved);
      if (moved === null) setOver(null);
    },
    hover: (target) => {
      if (target?.key !== over?.key || target?.isAfter !== over?.isAfter) setOver(target);
    },
    drop: () => {
      const next = dragged === null || over === null ? null : dropped(layout, dragged, over);
      setDragged(null);
      setOver(null);
      if (next === null || dragged === null || layoutText(next) === layoutText(layout)) return;
      wanted.current = { key: dragged.key, part: 'handle' };
      set(next);
      say('moved', next, dragged);
    },
    focusOn: (key, part) => {
      wanted.current = { key, part };
    },
  };
}

/** The layout after something was dropped before or after something else; a change on a list goes to its end. */
function dropped(layout: Layout, moved: Moved, { key, isAfter }: Target): Layout | null {
  const list = layout.findIndex((each) => each.key === key);
  if (moved.kind === 'list') {
    const from = layout.findIndex((each) => each.key === moved.key);
    return list < 0 || from < 0 ? null : withListAt(layout, from, isAfter ? list + 1 : list);
  }
  if (list >= 0) return withChangeAt(layout, moved.key, list, layout[list]?.changes.length ?? 0);
  const place = placeOf(layout, key);
  return place === null ? null : withChangeAt(layout, moved.key, place.list, isAfter ? place.at + 1 : place.at);
}
