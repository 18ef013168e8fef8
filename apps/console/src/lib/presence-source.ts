import type { Presence } from '@backcounter/presence';

let presence: Presence | null = null;
const listeners = new Set<() => void>();

/** The realtime backend; null as long as its code has not been loaded. */
export const presenceSource = {
  current: () => presence,
  set(next: Presence | null): void {
    presence = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
