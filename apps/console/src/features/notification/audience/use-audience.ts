import { LIMITS } from '@backcounter/domain';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AudienceFoundFragment, NotificationAudienceInput } from '../../../generated/graphql.ts';
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
    retry: 1,
  });
  const isBehind = input !== JSON.stringify(audienceInput(values)) || audience.isPlaceholderData;
  return { ...audience, data: input === 'null' ? undefined : audience.data, isBehind };
}

/** The audience of a saved notification. */
export function useAudienceOf(id: string, version: number, isEnabled = true) {
  return useQuery({
    queryKey: ['notification', id, 'audience', version],
    queryFn: async ({ signal }) => (await load(notificationAudienceOfQuery, { id }, signal)).notificationAudienceOf,
    enabled: isEnabled,
    retry: 1,
  });
}
