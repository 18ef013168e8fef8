// @vitest-environment happy-dom
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ConsoleConfig } from '../lib/settings/config.ts';
import { AppBoundary } from './app-boundary.tsx';
import { Providers } from './providers.tsx';
import { until } from './testing/console.ts';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function Content({ words }: { readonly words: () => string }) {
  return <p>{words()}</p>;
}

function show(content: () => string): HTMLElement {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place, { onCaughtError: () => undefined });
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  root.render(
    <Providers config={{} as ConsoleConfig} nonce="">
      <AppBoundary>
        <Content words={content} />
      </AppBoundary>
    </Providers>,
  );
  return place;
}

test('the console is shown while it works', async () => {
  const place = show(() => 'Works');
  await until(() => expect(place.textContent).toContain('Works'));
  expect(place.querySelector('h1')).toBeNull();
});

test.each([
  ['an error', new Error('Chunk 7 failed to load'), 'Chunk 7 failed to load'],
  ['anything else', 'gone', 'gone'],
])('%s that no page caught is shown with a way to reload', async (_what, thrown, words) => {
  const place = show(() => {
    throw thrown;
  });
  await until(() => expect(place.querySelector('h1')?.textContent).toBe('The console failed to start'));
  expect(place.querySelector('.bc-code')?.textContent).toBe(words);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  place.querySelector('button')?.click();
  expect(reload).toHaveBeenCalledOnce();
});
