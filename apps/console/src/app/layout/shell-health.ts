import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/graphql-client.ts';
import { shellHealthQuery } from '../health.operations.ts';

/** Checks run at night and on demand: whoever has the console open learns of a fault within this time. */
const LOOK_MS = 5 * 60_000;

/** What the checks of the product's own data found, asked for once for all strips. */
export function useShellHealth() {
  return useQuery({
    // Asked for again with the points that a check has just gone through.
    queryKey: ['points', 'ledger-health'],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(shellHealthQuery, {}, signal),
    refetchInterval: LOOK_MS,
    retry: false,
  });
}
