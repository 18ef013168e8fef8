/** Told about each failure that `bestEffort` kept from its caller. */
export type BestEffortLog = (label: string, error: unknown) => void;

let report: BestEffortLog = (label, error) => {
  console.warn(`${label}: ${error instanceof Error ? error.message : String(error)}`);
};

/** Where failures go; the composition root points it to the process's log. */
export function setBestEffortLog(log: BestEffortLog): void {
  report = log;
}

/**
 * Runs something whose failure must not stop its caller, such as tidying up. The failure is reported under the label, and the answer is
 * then undefined.
 */
export async function bestEffort<T>(label: string, run: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    report(label, error);
    return undefined;
  }
}
