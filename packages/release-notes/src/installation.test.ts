import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReleaseNotesHandle, ReleaseNotesOptions } from './install-options.ts';
import { createInstall } from './installation.ts';
import { FakePage, json, releases } from './testing/fake-page.ts';

/** The popup's core on a page without a browser, with a clock that the test advances. */
let page: FakePage;
let handle: ReleaseNotesHandle | null = null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new FakePage();
});
afterEach(() => {
  handle?.remove();
  handle = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function install(options: Partial<ReleaseNotesOptions> = {}, loadPanel = page.loadPanel): ReleaseNotesHandle {
  const given = { authProviderEndpoint: 'https://id.test', token: 'token', person: 'anna', ...options };
  handle = createInstall(loadPanel)(given);
  return handle;
}

/** Simulates a reload: storage is kept. */
function again(options: Partial<ReleaseNotesOptions> = {}): Promise<string> {
  handle?.remove();
  return install(options).ready;
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const isThere = () => page.containers.size > 0;
const VISIT = 'POST /releases/visit';
const UNREAD = 'GET /releases/published';

describe('closing', () => {
  test('after Dismiss the container is kept for exactly 500 ms [spec 4.33, 4.34, 9.2]', async () => {
    await install().ready;
    page.model?.onDismiss();
    expect(page.model?.phase).toBe('closing');
    await pass(499);
    expect(isThere()).toBe(true);
    await pass(1);
    expect(isThere()).toBe(false);
    expect(page.count(VISIT)).toBe(0);
  });

  test('after Mark as Read the container is kept for exactly 500 ms from the answer to the visit [spec 4.32, 4.34, 9.2]', async () => {
    let answer = (_response: Response): void => undefined;
    page.answers[VISIT] = () => new Promise((resolve) => (answer = resolve));
    await install().ready;
    page.model?.onRead();
    await pass(300);
    expect([page.model?.isPosting, page.model?.phase]).toEqual([true, 'open']);
    answer(new Response(null, { status: 204 }));
    await pass(0);
    expect(page.model?.phase).toBe('closing');
    await pass(499);
    expect(isThere()).toBe(true);
    await pass(1);
    expect(isThere()).toBe(false);
  });

  test('a visit without an answer holds the popup for exactly 1000 ms before the 500', async () => {
    page.answers[VISIT] = () => new Promise(() => undefined);
    await install().ready;
    page.model?.onRead();
    await pass(999);
    expect(page.model?.phase).toBe('open');
    await pass(1);
    expect(page.model?.phase).toBe('closing');
    await pass(500);
    expect(isThere()).toBe(false);
  });

  test.each([
    ['Dismiss', 'dismissed', []],
    ['Mark as Read', 'read', ['release-notes-read']],
  ] as const)('a second choice after %s changes nothing', async (button, reason, events) => {
    const closed: string[] = [];
    await install({ onClose: (how) => closed.push(how) }).ready;
    const { onDismiss, onRead } = page.model ?? {};
    if (button === 'Dismiss') onDismiss?.();
    onRead?.();
    onRead?.();
    onDismiss?.();
    await pass(500);
    expect(page.count(VISIT)).toBe(reason === 'read' ? 1 : 0);
    expect(page.events.map(([type]) => type)).toEqual(['release-notes-open', ...events, 'release-notes-close']);
    expect(page.events.at(-1)).toEqual(['release-notes-close', { reason }]);
    expect(closed).toEqual([reason]);
  });

  test('removed while it closes, it disappears immediately and keeps its reason', async () => {
    const closed: string[] = [];
    await install({ onClose: (how) => closed.push(how) }).ready;
    page.model?.onDismiss();
    // The other tab is too late.
    page.elsewhere('read', ['r2', 'r1']);
    handle?.remove();
    expect([isThere(), page.model, closed]).toEqual([false, null, ['dismissed']]);
    await pass(500);
    expect(closed).toEqual(['dismissed']);
  });
});

describe('the storage of a person', () => {
  test('keeps dismissed releases closed, whatever the sign-in, until another one is published [spec 1.14]', async () => {
    expect(await install().ready).toBe('shown');
    page.model?.onDismiss();
    await pass(500);
    expect(await again({ token: 'another sign-in' })).toBe('dismissed-before');
    expect(isThere()).toBe(false);
    page.answers[UNREAD] = json(releases('r3', 'r2', 'r1'));
    expect(await again()).toBe('shown');
    expect(page.model?.published.releases.map(({ id }) => id)).toEqual(['r3', 'r2', 'r1']);
  });

  test('is not that of another person [spec 1.14]', async () => {
    await install().ready;
    page.model?.onDismiss();
    expect(await again({ person: 'ben' })).toBe('shown');
  });

  test('that is refused is logged, and the popup still closes', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    });
    await install().ready;
    page.model?.onDismiss();
    await pass(500);
    expect(isThere()).toBe(false);
    expect(page.lines).toContain('info changelog-plugin: Not remembered as dismissed: full');
  });

  test('that can’t be read is empty', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused');
      },
    });
    expect(await install().ready).toBe('shown');
  });
});

describe('other tabs', () => {
  test.each(['read', 'dismissed'] as const)('%s there, it closes here after 500 ms [spec 1.14, 9.2]', async (seen) => {
    const counts: number[] = [];
    await install({ onUnread: (count) => counts.push(count) }).ready;
    page.elsewhere(seen, ['r2']);
    expect(page.model?.phase).toBe('open');
    page.elsewhere(seen, ['r1']);
    expect(page.model?.phase).toBe('closing');
    await pass(499);
    expect(isThere()).toBe(true);
    await pass(1);
    expect(isThere()).toBe(false);
    expect(page.events.at(-1)).toEqual(['release-notes-close', { reason: seen }]);
    expect(counts.at(-1)).toBe(seen === 'read' ? 0 : 2);
    expect(page.count(VISIT)).toBe(0);
  });

  test('one release dismissed and one read there closes it as dismissed', async () => {
    await install().ready;
    page.elsewhere('read', ['r2']);
    page.elsewhere('dismissed', ['r1']);
    await pass(500);
    expect(page.events.at(-1)).toEqual(['release-notes-close', { reason: 'dismissed' }]);
  });

  test('releases that another person reads there do not close it', async () => {
    await install().ready;
    page.elsewhere('read', ['r2', 'r1'], 'ben');
    expect(page.model?.phase).toBe('open');
  });

  test('other keys of the storage change nothing', async () => {
    const counts: number[] = [];
    await install({ onUnread: (count) => counts.push(count) }).ready;
    for (const key of ['route-path', null]) {
      page.window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    }
    expect(counts).toEqual([2]);
  });

  test('one that a person opened remains open', async () => {
    install({ autoOpen: false });
    await handle?.open();
    page.elsewhere('read', ['r2', 'r1']);
    expect(page.model?.phase).toBe('open');
  });

  test('read there before it is rendered here, it does not open', async () => {
    const { promise: saved, resolve: save } = Promise.withResolvers<boolean>();
    const { ready } = install({ autoOpen: () => saved });
    await pass(0);
    page.elsewhere('read', ['r2', 'r1']);
    save(true);
    expect(await ready).toBe('removed');
    expect([isThere(), page.events]).toEqual([false, []]);
  });

  test('before the releases are loaded, events are ignored', async () => {
    const { ready } = install();
    page.elsewhere('read', ['r9']);
    expect(await ready).toBe('shown');
  });

  test('after its removal events are ignored', async () => {
    const counts: number[] = [];
    await install({ onUnread: (count) => counts.push(count) }).ready;
    handle?.remove();
    page.elsewhere('read', ['r2', 'r1']);
    expect(counts).toEqual([2]);
  });
});

describe('the unread count', () => {
  test('comes with the only fetch, and follows what is read [popup 4]', async () => {
    const counts: number[] = [];
    await install({ onUnread: (count) => counts.push(count) }).ready;
    expect([counts, page.count(UNREAD)]).toEqual([[2], 1]);
    page.elsewhere('read', ['r2']);
    page.model?.onRead();
    await pass(500);
    expect(counts).toEqual([2, 1, 0]);
  });

  test('leaves dismissed releases unread [popup 4]', async () => {
    const counts: number[] = [];
    await install({ onUnread: (count) => counts.push(count) }).ready;
    page.model?.onDismiss();
    await again({ onUnread: (count) => counts.push(count) });
    expect(counts).toEqual([2, 2]);
  });

  test('is not known before the releases are', async () => {
    const counts: number[] = [];
    install({ autoOpen: false, onUnread: (count) => counts.push(count) });
    page.elsewhere('read', ['r2']);
    expect(counts).toEqual([]);
  });
});

describe('a visit that could not be posted', () => {
  beforeEach(async () => {
    page.answers[VISIT] = json({}, 503);
    await install().ready;
    page.model?.onRead();
    await pass(500);
    expect(page.lines).toContain('info changelog-plugin: Visit not posted: the provider answered 503');
  });

  test('is sent again at the next start, which shows nothing [spec 1.14, 8.12]', async () => {
    page.answers[VISIT] = () => new Response(null, { status: 204 });
    expect(await again()).toBe('nothing-to-render');
    expect([page.count(VISIT), page.model]).toEqual([2, null]);
  });

  test('is sent again when the browser is back online, until it arrives [spec 8.12]', async () => {
    page.answers[UNREAD] = () => Promise.reject(new TypeError('no network'));
    const backOnline = async () => {
      page.window.dispatchEvent(new Event('online'));
      await pass(0);
    };
    await backOnline();
    expect(page.lines.at(-1)).toBe('info changelog-plugin: Visit not posted: no network');
    page.answers[UNREAD] = json(releases('r2', 'r1'));
    await backOnline();
    expect(page.count(VISIT)).toBe(2);
    page.answers[VISIT] = () => new Response(null, { status: 204 });
    await backOnline();
    await backOnline();
    expect(page.count(VISIT)).toBe(3);
  });

  test('is not sent again by a popup that was removed', async () => {
    handle?.remove();
    page.window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(page.count(VISIT)).toBe(1);
  });

  test('is not sent again over a newer release, which opens alone [spec 8.12]', async () => {
    page.answers[UNREAD] = json(releases('r3', 'r2', 'r1'));
    const counts: number[] = [];
    expect(await again({ onUnread: (count) => counts.push(count) })).toBe('shown');
    expect(page.model?.published.releases.map(({ id }) => id)).toEqual(['r3']);
    expect([page.count(VISIT), counts]).toEqual([1, [1]]);
  });

  test('remains pending when the releases are opened again and dismissed', async () => {
    await handle?.open();
    page.model?.onDismiss();
    expect(await again()).toBe('nothing-to-render');
    expect(page.count(VISIT)).toBe(2);
  });
});
