import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

const holders = createAtom<readonly symbol[]>([]);

/** Whether anything on screen has unsaved changes; check it before leaving or reloading the page. */
export const unsaved = {
  hasChanges: createAtom(() => holders.get().length > 0),
  hold(): () => void {
    const mark = Symbol('unsaved');
    holders.set((marks) => [...marks, mark]);
    return () => holders.set((marks) => marks.filter((each) => each !== mark));
  },
};

/** While `isDirty`, leaving the page (not its tabs, dialogs or filters) asks once, and no automatic reload happens. */
export function useUnsavedGuard(isDirty: boolean): void {
  useEffect(() => (isDirty ? unsaved.hold() : undefined), [isDirty]);
}
