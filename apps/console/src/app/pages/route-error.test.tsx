// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../../lib/api/query-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import type { ConsoleConfig } from '../../lib/settings/config.ts';
import { Providers } from '../providers.tsx';
import { until } from '../testing/console.ts';
import { RouteError } from './route-error.tsx';

let failure: Error | null;
beforeEach(() => {
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

function Page() {
  if (failure) throw failure;
  return <h1>Stores</h1>;
}

function show(): HTMLElement {
  const routeTree = createRootRoute({ component: Page, errorComponent: RouteError });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <Providers config={{ publicUrl: 'https://console.test' } as ConsoleConfig} nonce="">
      <RouterProvider router={router as never} />
    </Providers>,
  );
  return place;
}
const wordsOf = (place: HTMLElement) => place.querySelector('.bc-panel[role=alert]')?.textContent;

test.each([
  ['any failure', new TypeError('broken'), 'The rest of the console still works.', null],
  [
    'a failed request',
    new RequestError('service.unavailable', { referenceId: 'ref-1' }),
    'The service is unavailable right now.',
    'ref-1',
  ],
])('%s stands in the place of the page, with its reference', async (_name, thrown, words, reference) => {
  failure = thrown;
  const place = show();
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('Something went wrong on this page'));
  expect(wordsOf(place)).toContain(words);
  expect(wordsOf(place)?.includes('ref-1')).toBe(reference !== null);
});

test('Try again redraws a failed page with fresh answers', async () => {
  failure = new TypeError('broken');
  queryClient.setQueryData(['stores'], 'an answer that cannot be drawn');
  queryClient.setQueryData(['jobs'], 'of the shell around it');
  const shell = new QueryObserver(queryClient, { queryKey: ['jobs'], queryFn: () => 'asked again', staleTime: 60_000 });
  onTestFinished(shell.subscribe(() => undefined));
  const place = show();
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('Something went wrong on this page'));
  failure = null;
  place.querySelector('button')?.click();
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('Stores'));
  expect(queryClient.getQueryData(['stores'])).toBeUndefined();
  expect(queryClient.getQueryData(['jobs'])).toBe('of the shell around it');
});
