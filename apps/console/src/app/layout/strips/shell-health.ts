import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import { shellHealthQuery } from '../../health.operations.ts';

/** Checks run at night and on demand. An open console shows a fault within this time. */
const LOOK_MS = 5 * 60_000;

/** Results of the ledger verification and of backup proofs: one query for all strips. */
export function useShellHealth() {
  return useQuery({
    // Refetched with the points after a ledger verification.
    queryKey: ['points', 'ledger-health'],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(shellHealthQuery, {}, signal),
    refetchInterval: LOOK_MS,
  });
}
