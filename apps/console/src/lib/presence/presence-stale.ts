import { usePresenceLink } from '@backcounter/presence/react';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import { streamLostSince } from '../live/live-state.ts';

/** Since when presence may be outdated, in milliseconds since 1970; null while it is live. */
export function useStaleSince(): number | null {
  const { state, since } = usePresenceLink();
  return state === 'lost' ? since : null;
}

/**
 * Since when any live data may be outdated, once that has lasted for a while: a link that recovers quickly needs no
 * banner.
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
