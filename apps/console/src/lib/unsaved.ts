import { useEffect } from 'react';

const holders = new Set<symbol>();
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** Whether anything on screen has unsaved changes; whoever would leave or reload the page asks here first. */
export const unsaved = {
  hasChanges: () => holders.size > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  hold(): () => void {
    const mark = Symbol('unsaved');
    holders.add(mark);
    notify();
    return () => {
      holders.delete(mark);
      notify();
    };
  },
};

/** While `isDirty`, leaving the page (not its tabs, dialogs or filters) asks once, and no reload happens by itself. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => (isDirty ? unsaved.hold() : undefined), [isDirty]);
}
