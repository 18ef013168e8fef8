import { usePresenceLink } from '@backcounter/presence/react';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { streamLostSince } from '../live/live-state.ts';

/** Since when what is shown of who is online may be out of date, in milliseconds since 1970; null while it is live. */
export function useStaleSince(): number | null {
  const { state, since } = usePresenceLink();
  return state === 'lost' ? since : null;
}

/**
 * Since when anything that is live may be out of date, once that has lasted for a while: a link that comes back at once needs no words across
 * the page.
 */
export function useStaleForLong(patienceMs: number): number | null {
  const presenceSince = useStaleSince();
  const liveSince = useSelector(streamLostSince);
  const since = presenceSince && liveSince ? Math.min(presenceSince, liveSince) : (presenceSince ?? liveSince);
  const [shown, setShown] = useState<number | null>(null);
  useEffect(() => {
    if (since === null) return setShown(null);
    const timer = setTimeout(() => setShown(since), since + patienceMs - Date.now());
    return () => clearTimeout(timer);
  }, [since, patienceMs]);
  return shown;
}
