/** Runs code whose failure must not affect the person; the failure is logged under the label. */
export async function bestEffort<Value>(label: string, run: () => Value | Promise<Value>): Promise<Value | undefined> {
  try {
    return await run();
  } catch (cause) {
    console.warn(`${label}:`, cause);
    return undefined;
  }
}
