import { describe, expect, test, vi } from 'vitest';
import type { LoadPanel, PanelCode } from './panel-contract.ts';
import { openPreview } from './preview.ts';
import { handle, install, OPTIONS, onFakePages, page, turn, UNREAD, undrawable } from './testing/fake-install.ts';
import { json, panelWith, releases } from './testing/fake-page.ts';

/** How an opening starts, waits and fails. */
onFakePages();

describe('releases that can’t be fetched', () => {
  test('reject with the message of the specification and the cause, and clean up [spec 8.6]', async () => {
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

  test('are fetched again by the next install', async () => {
    page.answers[UNREAD] = json({}, 500);
    await install().ready.catch(() => 'rejected');
    page.answers[UNREAD] = json(releases('r1'));
    expect(await install().ready).toBe('shown');
  });

  test.each([
    ['a list without changes', { changeLists: [{ title: 'L' }] }],
    ['no id', { id: null }],
  ])('with %s reject as well, before anything is rendered [spec 8.6]', async (_what, wrong) => {
    page.answers[UNREAD] = json(releases('r1').map((release) => ({ ...release, ...wrong })));
    await expect(install().ready).rejects.toThrow(/^Changelog initialization error: .*(is not a list|has no id)/);
    expect([page.model, page.containers.size, page.reported]).toEqual([null, 0, []]);
  });

  test('report the thrown value, even if it is not an error', async () => {
    const token = () => Promise.reject('no session');
    await expect(install({ token }).ready).rejects.toThrow('Changelog initialization error: no session');
  });
});

describe('a popup that can’t be rendered', () => {
  const FAILED = 'Error in rendering inside the app context: ';

  test('is thrown once, outside the host’s stack, with its cause, and cleans up [spec 8.7]', async () => {
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
    const broken: LoadPanel = async () => panelWith(() => Promise.reject(new Error('no panel')));
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
  test('false fetches nothing until the popup is opened', async () => {
    expect(await install({ autoOpen: false }).ready).toBe('nothing-to-render');
    handle?.update({ title: 'News' });
    expect(page.calls).toEqual([]);
    expect(await handle?.open()).toBe('shown');
    expect(page.calls[0]).toBe('GET /releases/published?all=true');
    expect(page.model?.options.title).toBe('News');
  });

  test('as a function is called only when there is something new', async () => {
    const autoOpen = vi.fn(() => true);
    expect(await install({ autoOpen, person: 'anna' }).ready).toBe('shown');
    page.model?.onDismiss();
    handle?.remove();
    expect(await install({ autoOpen, person: 'anna' }).ready).toBe('dismissed-before');
    expect(autoOpen).toHaveBeenCalledTimes(1);
  });

  test('that returns false keeps the popup closed, with its count [popup 4]', async () => {
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

  test('that has not answered yet yields to a person who opens the popup', async () => {
    const { ready } = install({ autoOpen: () => new Promise(() => undefined) });
    await turn();
    expect(await handle?.open()).toBe('shown');
    expect(await ready).toBe('declined');
    expect(page.calls.filter((call) => call.startsWith(UNREAD))).toEqual([UNREAD, `${UNREAD}?all=true`]);
  });

  test('that never answers is abandoned after the popup was removed', async () => {
    const { ready } = install({ autoOpen: () => new Promise(() => undefined) });
    await turn();
    handle?.remove();
    expect(await ready).toBe('removed');
    expect([page.containers.size, page.model]).toEqual([0, null]);
  });

  test('turned on while the popup is open on request opens no second one', async () => {
    install({ autoOpen: false });
    await handle?.open();
    expect(await install({ autoOpen: true }).ready).toBe('nothing-to-render');
    expect([page.containers.size, page.calls.length]).toEqual([1, 2]);
  });
});

describe('an opening', () => {
  test('reports its releases to the page, across shadow trees', async () => {
    await install().ready;
    page.model?.onRead();
    await turn();
    expect(page.events).toEqual([
      ['release-notes-open', { releases: ['r2', 'r1'] }],
      ['release-notes-read', { releases: ['r2', 'r1'] }],
    ]);
    expect([...page.reaches]).toEqual(['true true']);
  });

  test('that shows nothing does not call onClose', async () => {
    page.answers[UNREAD] = json([]);
    const onClose = vi.fn();
    await install({ onClose }).ready;
    expect(onClose).not.toHaveBeenCalled();
  });

  test('that breaks while it is open is closed as removed', async () => {
    const onClose = vi.fn();
    await install({ onClose }).ready;
    page.onBroken(new Error('broke'));
    expect(onClose.mock.calls).toEqual([['removed']]);
    expect(page.events.at(-1)).toEqual(['release-notes-close', { reason: 'removed' }]);
  });

  test('waits for the body of the page', async () => {
    const { body } = page.document;
    page.document.body = null;
    const { ready } = install();
    await turn();
    expect(page.calls).toEqual([]);
    page.document.body = body;
    page.document.dispatchEvent = EventTarget.prototype.dispatchEvent;
    page.document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(await ready).toBe('shown');
  });

  test('waits for the end of a modal dialog of the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    page.isModal = true;
    const { ready } = install();
    await vi.advanceTimersByTimeAsync(1000);
    expect(page.model).toBeNull();
    page.isModal = false;
    await vi.advanceTimersByTimeAsync(250);
    expect(await ready).toBe('shown');
    vi.useRealTimers();
  });

  test('uses the options at the time of rendering', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow: LoadPanel = async () =>
      panelWith(async (...given) => {
        await promise;
        return page.mountPanel(...given);
      });
    const { ready } = install({ title: 'Before' }, slow);
    await turn();
    handle?.update({ title: 'After' });
    resolve();
    await ready;
    expect(page.model?.options).toMatchObject({ title: 'After', authProviderEndpoint: 'https://id.test' });
    handle?.update({ title: 'Later' });
    expect(page.model?.options.title).toBe('Later');
  });

  test('survives a move by the page, but not its removal', async () => {
    const onClose = vi.fn();
    await install({ onClose }).ready;
    const [container] = page.containers;
    container?.remove();
    if (container) page.document.body?.append(container);
    await turn();
    expect(page.model?.phase).toBe('open');
    container?.remove();
    await turn();
    expect([page.model, onClose.mock.calls]).toEqual([null, [['removed']]]);
  });
});

describe('a popup removed', () => {
  test.each([
    ['while it fetches', 'GET /releases/published'],
    ['while its colours are fetched', 'GET /.well-known/theme'],
  ])('%s disappears', async (_when, call) => {
    page.answers[call] = () => new Promise<Response>(() => undefined);
    const { ready } = install();
    while (!page.calls.includes(call)) await turn();
    handle?.remove();
    expect(await ready).toBe('removed');
    expect(await handle?.open()).toBe('removed');
    expect([page.containers.size, page.model, page.events, page.reported]).toEqual([0, null, [], []]);
  });

  test('while its panel is loading is not rendered', async () => {
    const loaded = Promise.withResolvers<PanelCode>();
    const load = vi.fn(() => loaded.promise);
    const { ready } = install({}, load);
    await vi.waitFor(() => expect(load).toHaveBeenCalled());
    handle?.remove();
    const mount = vi.fn(page.mountPanel);
    loaded.resolve(panelWith(mount));
    expect([await ready, mount.mock.calls.length]).toEqual(['removed', 0]);
  });

  test.each(['drawn', 'refused'] as const)(
    'while it is being rendered disappears, also when it is %s later',
    async (end) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const slow: LoadPanel = async () =>
        panelWith(async (...given) => {
          const panel = await page.mountPanel(...given);
          await promise;
          return panel;
        });
      const { ready } = install({}, slow);
      while (page.model === null) await turn();
      handle?.remove();
      if (end === 'drawn') resolve();
      else reject(new Error('late'));
      expect(await ready).toBe('removed');
      expect([page.containers.size, page.events, page.reported]).toEqual([0, [], []]);
      expect(page.model === null).toBe(end === 'drawn');
    },
  );

  test('while its visit is being posted is not rendered again', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    page.answers['POST /releases/visit'] = () => promise;
    await install().ready;
    page.model?.onRead();
    handle?.remove();
    resolve(new Response(null, { status: 204 }));
    await turn();
    expect(page.model).toBeNull();
  });

  test('twice does not affect the next one', async () => {
    const first = install();
    await first.ready;
    first.remove();
    const second = install();
    await second.ready;
    first.remove();
    expect(install()).toBe(second);
    expect(page.model?.phase).toBe('open');
  });
});

describe('open', () => {
  const ALL = `${UNREAD}?all=true`;
  const all = () => page.calls.filter((call) => call === ALL).length;

  test('returns the open one', async () => {
    await install().ready;
    expect(await handle?.open()).toBe('shown');
    expect([page.containers.size, all()]).toEqual([1, 0]);
  });

  test('waits for one that is closing, and starts again', async () => {
    install({ autoOpen: false });
    await handle?.open();
    page.model?.onDismiss();
    expect(await handle?.open()).toBe('shown');
    expect([page.containers.size, all()]).toEqual([1, 2]);
  });

  test('on a popup that has just been closed shows all', async () => {
    await install().ready;
    page.model?.onDismiss();
    expect(await handle?.open()).toBe('shown');
    expect([page.model?.phase, page.containers.size, all()]).toEqual(['open', 1, 1]);
  });

  test('after one that failed starts again', async () => {
    page.answers[UNREAD] = () => new Promise((_, reject) => setTimeout(() => reject(new Error('down')), 5));
    install().ready.catch(() => 'rejected');
    page.answers[ALL] = json(releases('r1'));
    expect(await handle?.open()).toBe('shown');
  });

  test('twice at once opens one', async () => {
    install({ autoOpen: false });
    expect(await Promise.all([handle?.open(), handle?.open()])).toEqual(['shown', 'shown']);
    expect([page.containers.size, all()]).toEqual([1, 1]);
  });
});

test('a further install does not fetch releases that were shown or are being fetched', async () => {
  const first = install().ready;
  expect(install().ready).toBe(first);
  await first;
  const [container] = page.containers;
  container?.remove();
  await turn();
  expect(await install().ready).toBe('shown');
  expect([page.containers.size, page.count(UNREAD)]).toEqual([0, 1]);
});

test('the popup is one for the page, and a second install updates its options', async () => {
  const first = install();
  const second = install({ title: 'Another' });
  expect(second).toBe(first);
  expect(await second.ready).toBe('shown');
  expect(page.model?.options.title).toBe('Another');
  expect(page.count(UNREAD)).toBe(1);
  expect(Object.getOwnPropertySymbols(globalThis).map(String)).toContain('Symbol(backcounter.release-notes)');
});
