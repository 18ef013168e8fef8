import { load } from '../../lib/api/graphql-client.ts';
import { dashboardOnlineStoresQuery, dashboardOpenGiveawaysQuery } from './dashboard.operations.ts';
import { useTile } from './use-tile.ts';

/** The ranking changes constantly; the counts beside the names are live. */
const TOP_EVERY_MS = 10_000;

/** Giveaways open for entries: shared by a figure of the strip and a card. */
export function useOpenGiveaways() {
  return useTile('open-giveaways', async (filter, signal) => {
    return (await load(dashboardOpenGiveawaysQuery, { filter }, signal)).dashboardOpenGiveaways;
  });
}

/** Stores with the most visitors: shared by a figure of the strip and a card. */
export function useOnlineStores() {
  return useTile(
    'online-stores',
    async (filter, signal) => {
      return (await load(dashboardOnlineStoresQuery, { filter }, signal)).dashboardOnlineStores;
    },
    { everyMs: TOP_EVERY_MS },
  );
}
