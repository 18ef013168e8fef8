/** Browsers that cannot say when they have nothing to do wait this long. */
const WAIT_MS = 200;
const PATIENCE_MS = 2_000;

/** Settles when the browser has nothing better to do, after two seconds in any case. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
    else setTimeout(resolve, WAIT_MS);
  });
