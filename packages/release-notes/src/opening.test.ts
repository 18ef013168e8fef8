import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReleaseNotesHandle, ReleaseNotesOptions } from './install-options.ts';
import { createInstall } from './installation.ts';
import type { LoadPanel } from './panel-contract.ts';
import { panelLocale } from './panel-locale.ts';
import { openPreview } from './preview.ts';
import { FakePage, json, releases } from './testing/fake-page.ts';
import { textsOf } from './texts.ts';

/** What an opening says, throws and waits for. */
const OPTIONS = { authProviderEndpoint: 'https://id.test', token: 'token' };
const UNREAD = 'GET /releases/published';
let page: FakePage;
let handle: ReleaseNotesHandle | null = null;

beforeEach(() => {
  page = new FakePage();
});
afterEach(() => {
  handle?.remove();
  handle = null;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function install(options: Partial<ReleaseNotesOptions> = {}, loadPanel: LoadPanel = page.loadPanel) {
  handle = createInstall(loadPanel)({ ...OPTIONS, ...options });
  return handle;
}
const undrawable: LoadPanel = () => Promise.reject(new Error('no panel'));
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('suppressLogs silences', () => {
  const lines: readonly (readonly [string, string, (loud: { suppressLogs: boolean }) => unknown])[] = [
    ['a popup that is shown', 'info changelog-plugin: Successfully rendered', (loud) => install(loud).ready],
    [
      'a popup with nothing to show',
      'info changelog-plugin: Nothing to render',
      (loud) => {
        page.answers[UNREAD] = json([]);
        return install(loud).ready;
      },
    ],
    [
      'releases that can’t be had',
      'error changelog-plugin: Changelog initialization error: the provider answered 500',
      (loud) => {
        page.answers[UNREAD] = json({}, 500);
        return install(loud).ready.catch(() => 'rejected');
      },
    ],
    [
      'a popup that can’t be drawn',
      'error changelog-plugin: Error in rendering inside the app context: no panel',
      (loud) => install(loud, undrawable).ready,
    ],
    [
      'a theme that can’t be had',
      'info changelog-plugin: No theme: the provider answered 404',
      (loud) => {
        page.answers['GET /.well-known/theme'] = json({}, 404);
        return install(loud).ready;
      },
    ],
    [
      'a visit that does not arrive',
      'info changelog-plugin: Visit not posted: the provider answered 503',
      async (loud) => {
        page.answers['POST /releases/visit'] = json({}, 503);
        await install(loud).ready;
        page.model?.onRead();
        await turn();
      },
    ],
    [
      'a memory that is refused',
      'info changelog-plugin: Not remembered as dismissed: refused',
      async (loud) => {
        vi.stubGlobal('localStorage', {
          getItem: () => {
            throw new Error('refused');
          },
          setItem: () => {
            throw new Error('refused');
          },
        });
        await install(loud).ready;
        page.model?.onDismiss();
      },
    ],
    [
      'a translation that fails',
      'info changelog-plugin: No translation of releaseNotes.bug: no such key',
      (loud) =>
        textsOf({
          ...OPTIONS,
          ...loud,
          translate: () => {
            throw new Error('no such key');
          },
        })('releaseNotes.bug'),
    ],
    [
      'a language that is none',
      'info changelog-plugin: Not a language: Incorrect locale information provided',
      (loud) => panelLocale({ ...OPTIONS, ...loud, locale: 'not a tag' }),
    ],
    [
      'a preview without its theme',
      'info changelog-plugin: No theme: the provider answered 404',
      async (loud) => {
        page.answers['GET /.well-known/theme'] = json({}, 404);
        (await openPreview(page.loadPanel, [], { ...OPTIONS, ...loud })).remove();
      },
    ],
  ];

  test.each(lines)('%s [spec 8.31, 8.32]', async (_what, line, run) => {
    await run({ suppressLogs: false });
    expect(page.lines).toContain(line);
    handle?.remove();
    page.storage.clear();
    page.lines.length = 0;
    await run({ suppressLogs: true });
    expect(page.lines).toEqual([]);
  });
});

describe('releases that can’t be had', () => {
  test('reject with the message of the specification and the cause, and leave nothing behind [spec 8.6]', async () => {
    page.answers[UNREAD] = json({}, 500);
    const error = await install().ready.catch((reason: Error) => reason);
    expect(error).toMatchObject({
      message: 'Changelog initialization error: the provider answered 500',
      cause: { message: 'the provider answered 500' },
    });
    expect(page.containers.size).toBe(0);
    expect(page.events).toEqual([['release-notes-error', { error }]]);
    expect(page.reported).toEqual([]);
  });

  test('are asked for again by the next install', async () => {
    page.answers[UNREAD] = json({}, 500);
    await install().ready.catch(() => 'rejected');
    page.answers[UNREAD] = json(releases('r1'));
    expect(await install().ready).toBe('shown');
  });

  test('say what was thrown, also when that is no error', async () => {
    const token = () => Promise.reject('no session');
    await expect(install({ token }).ready).rejects.toThrow('Changelog initialization error: no session');
  });
});

describe('a popup that can’t be drawn', () => {
  const FAILED = 'Error in rendering inside the app context: ';

  test('is thrown once, outside the host’s stack, with its cause, and leaves nothing behind [spec 8.7]', async () => {
    expect(await install({}, undrawable).ready).toBe('failed');
    expect(page.reported).toMatchObject([{ message: `${FAILED}no panel`, cause: { message: 'no panel' } }]);
    expect(page.events).toEqual([['release-notes-error', { error: page.reported[0] }]]);
    expect(page.containers.size).toBe(0);
  });

  test('is tried again by the next install', async () => {
    let isBroken = true;
    const loadPanel: LoadPanel = () => (isBroken ? undrawable() : page.loadPanel());
    expect(await install({}, loadPanel).ready).toBe('failed');
    isBroken = false;
    expect(await install({}, loadPanel).ready).toBe('shown');
  });

  test('that breaks later is thrown as well [spec 8.7]', async () => {
    await install().ready;
    page.onBroken(new Error('broke'));
    expect(page.reported).toMatchObject([{ message: `${FAILED}broke` }]);
    expect([page.containers.size, page.model]).toEqual([0, null]);
    page.onBroken(new Error('broke again'));
    expect(page.reported).toHaveLength(1);
  });

  test('as a preview is thrown as well [spec 8.7]', async () => {
    let closed = 0;
    const broken: LoadPanel = async () => () => Promise.reject(new Error('no panel'));
    await expect(openPreview(broken, [], OPTIONS)).rejects.toThrow(`${FAILED}no panel`);
    expect(page.containers.size).toBe(0);
    await openPreview(page.loadPanel, [], { ...OPTIONS, onClose: () => (closed += 1) });
    page.onBroken(new Error('broke'));
    expect(page.reported).toMatchObject([{ message: `${FAILED}broke` }]);
    expect([page.containers.size, closed]).toEqual([0, 1]);
  });
});

describe('nothing to show', () => {
  test('fetches no theme, loads no panel and removes the container [spec 4.29]', async () => {
    let during = 0;
    page.answers[UNREAD] = () => {
      during = page.containers.size;
      return Response.json([]);
    };
    const loadPanel = vi.fn(page.loadPanel);
    expect(await install({}, loadPanel).ready).toBe('nothing-to-render');
    expect([during, page.containers.size]).toEqual([1, 0]);
    expect([page.calls, loadPanel.mock.calls]).toEqual([[UNREAD], []]);
    expect(page.events).toEqual([]);
  });
});

describe('autoOpen', () => {
  test('false fetches nothing until the popup is asked for', async () => {
    expect(await install({ autoOpen: false }).ready).toBe('nothing-to-render');
    expect(page.calls).toEqual([]);
    expect(await handle?.open()).toBe('shown');
    expect(page.calls[0]).toBe('GET /releases/published?all=true');
  });

  test('as a function is asked only about what is new', async () => {
    const autoOpen = vi.fn(() => true);
    expect(await install({ autoOpen }).ready).toBe('shown');
    page.model?.onDismiss();
    handle?.remove();
    expect(await install({ autoOpen }).ready).toBe('dismissed-before');
    expect(autoOpen).toHaveBeenCalledTimes(1);
  });

  test('that says no keeps the popup closed, with its count [popup 4]', async () => {
    const onUnread = vi.fn();
    expect(await install({ autoOpen: async () => false, onUnread }).ready).toBe('declined');
    expect([page.containers.size, page.model]).toEqual([0, null]);
    expect(onUnread.mock.calls).toEqual([[2]]);
    expect(page.calls).toEqual([UNREAD]);
  });

  test('that fails rejects as an initialization error', async () => {
    const autoOpen = () => Promise.reject(new Error('no preference'));
    await expect(install({ autoOpen }).ready).rejects.toThrow('Changelog initialization error: no preference');
  });

  test('that has not answered yet gives way to a person who asks', async () => {
    const { ready } = install({ autoOpen: () => new Promise(() => undefined) });
    await turn();
    expect(await handle?.open()).toBe('shown');
    expect(await ready).toBe('declined');
    expect(page.calls.filter((call) => call.startsWith(UNREAD))).toEqual([UNREAD, `${UNREAD}?all=true`]);
  });

  test('that answers after the popup was removed opens nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const { ready } = install({ autoOpen: () => promise });
    await turn();
    handle?.remove();
    resolve(true);
    expect(await ready).toBe('removed');
    expect([page.containers.size, page.model]).toEqual([0, null]);
  });
});
