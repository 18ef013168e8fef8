import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive } from '../../lib/live/live-feed.ts';
import { transactionNewsSubscription } from './giveaway-people.operations.ts';
import { nextOf } from './giveaway-time.ts';
import { type GiveawayRecord, useRefreshGiveaway } from './use-giveaway.ts';

/** Figures follow what happens, but not more often than this. */
const FIGURES_MS = 5_000;
/** The server's clock has to have come there as well. */
const AFTER_MS = 1_500;
const TIMER_MAX_MS = 2_147_483_647;

/** Keeps the head of a giveaway true while it is looked at: entries that come, and what the clock makes of it. */
export function useLiveGiveaway(giveaway: GiveawayRecord): void {
  const { id } = giveaway;
  const queryClient = useQueryClient();
  const refresh = useRefreshGiveaway(id);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: ['giveaway', id, 'record'] });
      }, FIGURES_MS);
    };
    let seen = 0;
    const stop = followLive(
      transactionNewsSubscription,
      { since: new Date().toISOString(), filter: { giveaway: { in: [id] } } },
      {
        onResult: ({ giveawayTransactionsCreated: { value } }) => {
          if (value > seen) again();
          seen = value;
        },
        onRecovered: again,
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, queryClient]);

  const next = nextOf(giveaway)?.at;
  useEffect(() => {
    if (next === undefined) return;
    const wait = Date.parse(next) - Date.now() + AFTER_MS;
    if (wait > TIMER_MAX_MS) return;
    // What the clock or the worker does next may take a moment longer: asked again until the giveaway has gone on.
    const timer = setTimeout(() => void refresh(), Math.max(FIGURES_MS, wait));
    return () => clearTimeout(timer);
  }, [next, refresh]);
}
