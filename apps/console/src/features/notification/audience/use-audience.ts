import { LIMITS } from '@backcounter/domain';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  AudienceExclusion,
  AudienceFoundFragment,
  NotificationAudienceInput,
} from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import type { NotificationValues } from '../form/notification-form-values.ts';
import { audienceInput } from '../form/notification-form-values.ts';
import { notificationAudienceOfQuery, notificationAudienceQuery } from '../notification.operations.ts';

/** Recipients and excluded accounts of a notification, by reason. */
export type Audience = AudienceFoundFragment;

/** The audience of the form's values, refetched shortly after a change. The previous answer stays until then. */
export function useAudience(values: NotificationValues) {
  const [input] = useDebouncedValue(JSON.stringify(audienceInput(values)), LIMITS.searchDelayMs);
  const audience = useQuery({
    queryKey: ['notification-audience', input],
    queryFn: async ({ signal }) => {
      const asked = JSON.parse(input) as NotificationAudienceInput;
      return (await load(notificationAudienceQuery, { input: asked }, signal)).notificationAudience;
    },
    enabled: input !== 'null',
    placeholderData: keepPreviousData,
  });
  const isBehind = input !== JSON.stringify(audienceInput(values)) || audience.isPlaceholderData;
  return { ...audience, data: input === 'null' ? undefined : audience.data, isBehind };
}

/** Why accounts of the topic that match the filters are no recipients; the other reasons are no choice of accounts. */
const OF_SELECTED: readonly AudienceExclusion[] = ['ACCOUNT_NOT_ACTIVE', 'NO_CONSENT'];

/** The reach as a subtraction, in which every account is in exactly one figure. */
export function reachOf({ accounts, excluded, recipients, skipped, holds }: Audience) {
  const others = excluded.filter(({ reason }) => !OF_SELECTED.includes(reason));
  return {
    others,
    selected: others.reduce((left, { count }) => left - count, accounts),
    lost: excluded.filter(({ reason }) => OF_SELECTED.includes(reason)),
    reachable: skipped.reduce((left, { count }) => left - count, recipients),
    delayed: holds.find(({ reason }) => reason === 'QUIET_HOURS')?.count ?? 0,
  };
}

/** The audience of a saved notification. */
export function useAudienceOf(id: string, version: number, isEnabled = true) {
  return useQuery({
    queryKey: ['notification', id, 'audience', version],
    queryFn: async ({ signal }) => (await load(notificationAudienceOfQuery, { id }, signal)).notificationAudienceOf,
    enabled: isEnabled,
  });
}
