import type { UiIcon } from '@backcounter/ui';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** What can be done with a record, as its page offers it: once as a button or an entry of its menu, once in the palette. */
export interface RecordAction {
  readonly key: string;
  readonly label: string;
  readonly icon: UiIcon;
  readonly isAllowed: boolean;
  /** Why it cannot be done now; only where it is not allowed. */
  readonly whyNot: string;
  /** Takes something away: red, and last in the menu behind a line. */
  readonly isDestructive?: boolean;
  /** Leads to another state. */
  readonly isStep?: boolean;
  readonly run: () => void;
}

const NONE: readonly RecordAction[] = [];
/** What the record on screen offers; nothing on other pages. */
export const recordActions = createAtom(NONE);

/** Offers these actions while the calling page is on screen. */
export function useRecordActions(actions: readonly RecordAction[]): void {
  useEffect(() => {
    recordActions.set(actions);
    return () => recordActions.set(NONE);
  }, [actions]);
}
