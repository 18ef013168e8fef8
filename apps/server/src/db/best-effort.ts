/** Receives each failure that `bestEffort` has caught. */
export type BestEffortLog = (label: string, error: unknown) => void;

let report: BestEffortLog = (label, error) => {
  console.warn(`${label}: ${error instanceof Error ? error.message : String(error)}`);
};

/** Sets the receiver of failures; the composition root sets the log of the process. */
export function setBestEffortLog(log: BestEffortLog): void {
  report = log;
}

/**
 * Runs work that must not fail its caller, such as cleaning up. A failure is reported under the label and returns
 * undefined.
 */
export async function bestEffort<T>(label: string, run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    report(label, error);
    return undefined;
  }
}
