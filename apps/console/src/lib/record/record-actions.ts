import type { UiIcon } from '@backcounter/ui';
import { createAtom } from '@tanstack/react-store';
import { useEffect } from 'react';

/** An action on a record as its page offers it: as a button or an entry of its menu, and in the palette. */
export interface RecordAction {
  readonly key: string;
  readonly label: string;
  readonly icon: UiIcon;
  readonly isAllowed: boolean;
  /** Why it is not possible now; only where it is disabled. */
  readonly whyNot: string;
  /** Destructive: red, and last in the menu after a divider. */
  readonly isDestructive?: boolean;
  /** Leads to another state. */
  readonly isStep?: boolean;
  readonly run: () => void;
}

const NONE: readonly RecordAction[] = [];
/** Actions on the record on screen; none on other pages. */
export const recordActions = createAtom(NONE);

/** Offers these actions while the calling page is mounted. */
export function useRecordActions(actions: readonly RecordAction[]): void {
  useEffect(() => {
    recordActions.set(actions);
    return () => recordActions.set(NONE);
  }, [actions]);
}
