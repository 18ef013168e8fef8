import type { LiveLinkOptions } from './live-link.ts';

interface LiveAccess extends LiveLinkOptions {
  readonly isPersistedOnly: boolean;
}

let access: LiveAccess | null = null;

function current(): LiveAccess {
  if (!access) throw new Error('The stream of subscriptions has not been set up');
  return access;
}

/** Access of the subscription stream to the server; set when the console starts. */
export const liveAccess = {
  set(next: LiveAccess): void {
    access = next;
  },
  options: (): LiveLinkOptions => current(),
  isPersistedOnly: (): boolean => current().isPersistedOnly,
};
