let unread = 0;
const listeners = new Set<() => void>();

/** How many releases the person has not read; 0 until that is known. */
export const releaseNotesState = {
  unread: () => unread,
  set(count: number): void {
    unread = count;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
