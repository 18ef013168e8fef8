// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { ToastRegion } from './toast-region.tsx';
import { createToastStore } from './toast-store.ts';

test('a toast is dismissed by its own button, and by Escape in it [spec 4.26]', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const store = createToastStore();
  const root = createRoot(place);
  await act(async () => root.render(<ToastRegion store={store} labels={{ region: 'Messages', dismiss: 'Dismiss' }} />));
  const shown = () => [...place.querySelectorAll('.bc-toast-message')].map(({ textContent }) => textContent);
  const buttonOf = (text: string) =>
    [...place.querySelectorAll('.bc-toast')]
      .find(({ textContent }) => textContent?.includes(text))
      ?.querySelector<HTMLButtonElement>('button[aria-label="Dismiss"]');
  await act(async () => {
    for (const message of ['One', 'Two', 'Three']) store.show({ type: 'negative', message, timeoutMs: null });
  });
  expect(shown()).toHaveLength(3);
  await act(async () => buttonOf('Two')?.click());
  expect(shown().sort()).toEqual(['One', 'Three']);
  const press = (key: string) => buttonOf('One')?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  await act(async () => press('a'));
  expect(shown()).toHaveLength(2);
  await act(async () => press('Escape'));
  expect(shown()).toEqual(['Three']);
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});
