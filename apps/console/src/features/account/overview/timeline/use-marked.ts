import { createAtom } from '@tanstack/react-store';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { daysToWindow } from '../../../../listing/filter/zoned-day.ts';
import type { TimelineEvent } from '../timeline-sources.ts';

/**
 * The event that is marked in the list and on the curve: of the row under the pointer or with the focus, or the latest
 * one of the day under the pointer. Not a state of the timeline, which must not render because of the pointer.
 */
export function useMarked(
  list: RefObject<HTMLElement | null>,
  pages: readonly (readonly TimelineEvent[])[] | null,
  timeZone: string,
) {
  const [marked] = useState(() => createAtom<string | null>(null));
  const last = useRef<{ row: Element | null; day: string | null }>({ row: null, day: null });
  const mark = useCallback(
    (row: Element | null) => {
      last.current.row?.removeAttribute('data-marked');
      row?.setAttribute('data-marked', '');
      last.current = { row, day: null };
      marked.set(row?.querySelector('time')?.dateTime ?? null);
    },
    [marked],
  );
  const markDay = useCallback(
    (day: string | null) => {
      if (last.current.day === day && day !== null) return;
      const at = day === null ? undefined : latestOf(pages ?? [], day, timeZone);
      mark(at === undefined ? null : (list.current?.querySelector(`time[datetime="${at}"]`)?.closest('li') ?? null));
      last.current.day = day;
    },
    [list, pages, timeZone, mark],
  );
  return { marked, mark, markDay };
}

/** Time of the latest event of a day. */
function latestOf(pages: readonly (readonly TimelineEvent[])[], day: string, timeZone: string): string | undefined {
  const { from, to } = daysToWindow(day, day, timeZone);
  const [begin, end] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  return pages.flat().find(({ at }) => Date.parse(at) < end && Date.parse(at) >= begin)?.at;
}
