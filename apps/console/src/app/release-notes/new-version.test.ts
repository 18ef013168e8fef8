// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = (script: string) =>
  `<html><head><script type="module" crossorigin src="${script}"></script></head></html>`;
const MINUTE_MS = 60_000;

let served: () => Promise<Response>;
const asked = vi.fn<typeof fetch>();
let version: typeof import('./new-version.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  served = async () => new Response(page('/assets/new.js'));
  asked.mockReset().mockImplementation(() => served());
  vi.stubGlobal('fetch', asked);
  // Each test has its own window for listeners.
  const target = new EventTarget();
  vi.spyOn(window, 'addEventListener').mockImplementation((name: string, listener) =>
    target.addEventListener(name, listener as EventListener),
  );
  vi.spyOn(window, 'dispatchEvent').mockImplementation((event) => target.dispatchEvent(event));
  vi.resetModules();
  version = await import('./new-version.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.head.replaceChildren();
});

function watch(own: string | null = '/assets/own.js'): void {
  if (own !== null) {
    const script = document.createElement('script');
    script.type = 'module';
    script.setAttribute('src', own);
    // Only read, not executed.
    vi.spyOn(document, 'querySelector').mockReturnValue(script);
  }
  version.watchVersion();
}
const happens = async (name: 'focus' | 'vite:preloadError') => {
  window.dispatchEvent(new Event(name));
  await vi.advanceTimersByTimeAsync(0);
};

test('a newer console is offered when the window gets the focus, and subscribers are notified', async () => {
  watch();
  const heard = vi.fn();
  const following = version.newVersion.isOffered.subscribe(heard);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(version.newVersion.isOffered.get()).toBe(false);
  await happens('focus');
  expect(asked.mock.calls).toEqual([
    ['/', { cache: 'no-store', credentials: 'omit', headers: { accept: 'text/html' } }],
  ]);
  expect(version.newVersion.isOffered.get()).toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
  following.unsubscribe();
  version.newVersion.postpone();
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the check runs once a minute at most, and every ten minutes', async () => {
  served = async () => new Response(page('/assets/own.js'));
  watch();
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
  await happens('focus');
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await happens('focus');
  await happens('focus');
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(9 * MINUTE_MS - 1);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(version.newVersion.isOffered.get()).toBe(false);
});

test('a missing file triggers a check immediately', async () => {
  watch();
  await happens('vite:preloadError');
  expect(version.newVersion.isOffered.get()).toBe(true);
});

test('the check stops once a newer version is known, even if it has been postponed', async () => {
  watch();
  await happens('vite:preloadError');
  version.newVersion.postpone();
  expect(version.newVersion.isOffered.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  await happens('vite:preloadError');
  expect(asked).toHaveBeenCalledTimes(1);
  version.newVersion.announce();
  expect(version.newVersion.isOffered.get()).toBe(true);
});

test.each([
  ['an error page', async () => new Response(page('/assets/new.js'), { status: 503 })],
  ['a page without a script', async () => new Response('<html></html>')],
  ['no answer', () => Promise.reject(new TypeError('away'))],
])('%s is no newer console', async (_what, answer) => {
  served = answer;
  watch();
  await happens('vite:preloadError');
  expect(asked).toHaveBeenCalledTimes(1);
  expect(version.newVersion.isOffered.get()).toBe(false);
});

test('nothing is requested without a connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  watch();
  await happens('vite:preloadError');
  expect(asked).not.toHaveBeenCalled();
});

test.each(['/src/main.tsx', null])('a development console (%s) has no versions', async (own) => {
  watch(own);
  await happens('vite:preloadError');
  await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
  expect(asked).not.toHaveBeenCalled();
});

test('a console that the server no longer accepts cannot postpone the reload', () => {
  version.newVersion.require();
  version.newVersion.postpone();
  expect(version.newVersion.isRequired.get()).toBe(true);
});
