import type { Clock } from '../../ports/clock.ts';
import { ProviderDiscovery } from './provider-metadata.ts';

/** Minimum time between checks of the provider, because anyone may call `/readyz`. */
const KEPT_MS = 5_000;

/** Creates a check that returns true, or a sentence if the provider does not answer. */
export function createProviderCheck(issuer: string, clock: Clock): () => Promise<true | string> {
  let last: { readonly atMs: number; readonly answer: Promise<true | string> } | null = null;
  const ask = async (): Promise<true | string> => {
    try {
      // A separate discovery: the one that serves requests caches its document for an hour.
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
