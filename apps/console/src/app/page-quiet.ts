import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { isFeaturePath } from '../features/index.ts';
import { idle } from './idle.ts';

const PATIENCE_MS = 5_000;

/**
 * Resolves when a screen (not /no-access and the like) is rendered with its data and the browser is idle; waits at most
 * 5 s for a slow page.
 */
export async function pageQuiet(router: Pick<AnyRouter, 'state' | 'subscribe'>, queries: QueryClient): Promise<void> {
  while (!isFeaturePath(router.state.matches.at(-1)?.fullPath ?? ''))
    await once((done) => router.subscribe('onRendered', done));
  const settled = async (): Promise<void> => {
    if (router.state.status === 'pending') await once((done) => router.subscribe('onRendered', done));
    await idle();
    if (queries.isFetching() > 0)
      await once((done) => queries.getQueryCache().subscribe(() => queries.isFetching() === 0 && done()));
  };
  await Promise.race([settled(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await idle();
}

function once(subscribe: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve();
    });
  });
}
