import type { Presence } from '@backcounter/presence';

let presence: Presence | null = null;
let hasUnknownPictures = false;
const listeners = new Set<() => void>();

/** The realtime backend; null as long as its code has not been loaded. */
export const presenceSource = {
  current: () => presence,
  /** Whether somebody may have a picture of whom the API says that none is known. */
  hasUnknownPictures: () => hasUnknownPictures,
  set(next: Presence, traits: { readonly hasUnknownPictures: boolean }): void {
    presence = next;
    ({ hasUnknownPictures } = traits);
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
