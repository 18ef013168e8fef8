import { createAtom } from '@tanstack/react-store';
import type { RequestError } from './request-error.ts';

/** A mutation that a second person has to approve, with everything that was typed. */
export interface NeedsApproval {
  readonly operation: string;
  readonly variables: unknown;
  readonly error: RequestError;
  readonly close: () => void;
}

const waiting = createAtom<NeedsApproval | null>(null);

/** Offers to request an approval; the dialog whose mutation needs it remains open below. */
export const approvalAsking = {
  /** The mutation that is asked about; null: none. */
  waiting,
  ask: (about: Omit<NeedsApproval, 'close'>): Promise<void> =>
    new Promise<void>((resolve) => waiting.set(() => ({ ...about, close: resolve }))).finally(() =>
      waiting.set(() => null),
    ),
};
