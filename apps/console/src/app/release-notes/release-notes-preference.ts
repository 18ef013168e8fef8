import { queryOptions } from '@tanstack/react-query';
import { load, request } from '../../lib/api/graphql-client.ts';
import { preferencesQuery, setPreferenceMutation } from '../../lib/settings/settings.operations.ts';

const KEY = 'release-notes.auto-open';

/**
 * Whether the release notes open automatically; default true. Stored on the server, for all of the person's devices.
 */
export const autoOpenQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }): Promise<boolean> => {
    const { viewer } = await load(preferencesQuery, { keys: [KEY] }, signal);
    return viewer.preferences.find((entry) => entry.key === KEY)?.value !== false;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Stores the choice. */
export async function setAutoOpen(value: boolean): Promise<void> {
  await request(setPreferenceMutation, { input: { key: KEY, value } });
}
