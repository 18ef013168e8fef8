import { createAtom } from '@tanstack/react-store';

type Answer = (isConfirmed?: boolean) => void;

const waiting = createAtom<Answer | null>(null);
let running: Promise<boolean> | null = null;

/** Asks the person to confirm their second factor, once for all operations that wait for it. */
export const confirmation = {
  /** Receives the answer of the dialog; null: nothing is asked. */
  waiting,
  /** Has the person sign in at another provider again, without leaving the page; null: they confirm here. */
  atProvider: null as (() => Promise<string | null>) | null,
  ask(): Promise<boolean> {
    running ??= new Promise<boolean>((resolve) =>
      waiting.set(
        () =>
          (isConfirmed = false) =>
            resolve(isConfirmed),
      ),
    ).finally(() => {
      waiting.set(() => null);
      running = null;
    });
    return running;
  },
};
