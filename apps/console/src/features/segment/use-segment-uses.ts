import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { segmentUsesQuery } from './segment.operations.ts';

/** True if the person may see notifications and giveaways. */
export function mayLoadUses(): boolean {
  return may(currentRoles(), 'notification.read') && may(currentRoles(), 'giveaway.read');
}

/** The latest notifications and giveaways for members of a segment. */
export function useSegmentUses(id: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['segment-uses', id, locale],
    queryFn: ({ signal }) => load(segmentUsesQuery, { id, locale }, signal),
    enabled: mayLoadUses(),
    // The list of uses shows its errors.
    meta: { errorsShown: 'elsewhere' },
    // A notification made from here is there on the way back.
    staleTime: 0,
  });
}
