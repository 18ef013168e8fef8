// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { RecordVersionFragment } from '../../generated/graphql.ts';
import { followLive, type LiveListener } from './live-feed.ts';
import { useLatestVersions, type VersionsDocument } from './record-versions.ts';

vi.mock('./live-feed.ts', () => ({ followLive: vi.fn() }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

type Result = { readonly latest: readonly RecordVersionFragment[] };
const subscription = {} as VersionsDocument;

function Page() {
  return useLatestVersions(subscription, ['b', 'a']).map(({ version }) => version);
}

test('versions are followed while the tab is visible, and known ones are kept', async () => {
  let listener: LiveListener<Result> | null = null;
  vi.mocked(followLive).mockImplementation((_document, _variables, next) => {
    listener = next as unknown as LiveListener<Result>;
    return () => {
      listener = null;
    };
  });
  const show = (state: 'visible' | 'hidden') =>
    act(async () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const send = (version: number) =>
    act(async () =>
      listener?.onResult({ latest: [{ id: 'b', version, updatedAt: '2026-01-01T00:00:00Z', updatedBy: null }] }),
    );
  const page = document.createElement('p');

  await act(async () => createRoot(page).render(<Page />));
  expect(followLive).toHaveBeenCalledWith(subscription, { ids: ['a', 'b'] }, expect.anything());
  await send(2);
  expect(page.textContent).toBe('2');
  await show('hidden');
  expect(listener).toBeNull();
  expect(page.textContent).toBe('2');
  await show('visible');
  await send(3);
  expect(page.textContent).toBe('3');
});
