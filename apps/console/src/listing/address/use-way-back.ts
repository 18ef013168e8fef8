import { useEffect, useState } from 'react';
import { trails } from './list-trail.ts';

const RETURNED_SHOWN_MS = 2000;

/** Scroll offset of this history entry, and the row that was left, marked for two seconds. */
export function useWayBack(list: string, entry: string) {
  const [scroll] = useState(() => trails.readScroll(entry));
  const [returnedTo, setReturnedTo] = useState(() => trails.takeLeft(list));
  useEffect(() => {
    if (returnedTo === null) return;
    const timer = setTimeout(() => setReturnedTo(null), RETURNED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [returnedTo]);
  return { scroll, returnedTo };
}
