import type { ReleaseNotesOptions } from './install-options.ts';
import { fetchReleases } from './provider-client.ts';

/**
 * How many published releases the person has not marked as read, for a mark on the button that opens the popup again.
 * @throws Error when the provider does not answer with a list of releases within 10 s and a megabyte
 */
export async function countUnread(
  provider: Pick<ReleaseNotesOptions, 'authProviderEndpoint' | 'token'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { releases } = await fetchReleases(provider, false, signal);
  return releases.length;
}
