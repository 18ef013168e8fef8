import type { LiveLinkOptions } from './live-link.ts';

interface LiveAccess extends LiveLinkOptions {
  readonly isPersistedOnly: boolean;
}

let access: LiveAccess | null = null;

function current(): LiveAccess {
  if (!access) throw new Error('The stream of subscriptions has not been set up');
  return access;
}

/** How the stream of subscriptions reaches the server; the console says it at its start. */
export const liveAccess = {
  set(next: LiveAccess): void {
    access = next;
  },
  options: (): LiveLinkOptions => current(),
  isPersistedOnly: (): boolean => current().isPersistedOnly,
};
