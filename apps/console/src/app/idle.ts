/** Delay in browsers without requestIdleCallback. */
const WAIT_MS = 200;
const PATIENCE_MS = 2_000;

/** Resolves when the browser is idle, after two seconds at the latest. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, WAIT_MS);
  });
