import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { load, request } from '../../lib/api/graphql-client.ts';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { recordLookMutation, sinceLastLookQuery } from './home.operations.ts';

const KEY = ['home', 'since-last-look'];

/**
 * What has come since the last visit. The page that is opened, or comes to the front again, is a look; whether it begins another visit is
 * the server's to say (decision 0103).
 */
export function useLook() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      await bestEffort('A look at the index page', () =>
        request(recordLookMutation, {}, { errorsShown: 'in-log', successShown: 'nowhere' }),
      );
    };
    const lookAgain = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      await look();
      await queryClient.invalidateQueries({ queryKey: KEY });
    };
    void look();
    const onVisible = () => void lookAgain();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [queryClient]);
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await load(sinceLastLookQuery, {}, signal)).sinceLastLook,
  });
}
