import type { Clock } from '../../ports/clock.ts';
import { ProviderDiscovery } from './provider-metadata.ts';

/** Anyone may ask whether the server is ready: the provider is asked no more often than this. */
const KEPT_MS = 5_000;

/** Tells whether the provider answers now: true, or a sentence that says what is wrong. */
export function createProviderCheck(issuer: string, clock: Clock): () => Promise<true | string> {
  let last: { readonly atMs: number; readonly answer: Promise<true | string> } | null = null;
  const ask = async (): Promise<true | string> => {
    try {
      // A discovery of its own: the one that serves requests remembers its document for an hour.
      await new ProviderDiscovery(issuer, clock).get();
      return true;
    } catch {
      return 'The identity provider does not answer';
    }
  };
  return () => {
    const nowMs = clock.now().getTime();
    if (last === null || nowMs - last.atMs >= KEPT_MS) last = { atMs: nowMs, answer: ask() };
    return last.answer;
  };
}
