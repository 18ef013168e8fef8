// @vitest-environment happy-dom
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { toasts } from '../page/toasts.ts';
import { queryClient } from './query-client.ts';
import { RequestError } from './request-error.ts';

test('a failure that its own place shows brings no toast and keeps its reason', async () => {
  const error = new RequestError('unexpected');
  const failed = queryClient.fetchQuery({ queryKey: ['shown-in-place'], queryFn: () => Promise.reject(error) });
  await expect(failed).rejects.toBe(error);
  expect(toasts.snapshot().visible).toEqual([]);
});

test('a page that gets the focus again requests nothing, however old its answers', async () => {
  const queryFn = vi.fn(async () => 1);
  const onFocus = vi.spyOn(queryClient.getQueryCache(), 'onFocus');
  queryClient.mount();
  const observer = new QueryObserver(queryClient, { queryKey: ['focus'], queryFn, staleTime: 0 });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.getQueryData(['focus'])).toBe(1));
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(onFocus).toHaveBeenCalled());
  expect(queryFn).toHaveBeenCalledTimes(1);
  focusManager.setFocused(undefined);
  stop();
  queryClient.unmount();
});
