import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CloseReason } from './install-options.ts';
import type { LoadPanel } from './panel-contract.ts';
import { openPreview, type PreviewHandle, type PreviewOptions } from './preview.ts';
import { FakePage, json, panelWith, releases } from './testing/fake-page.ts';

let page: FakePage;
let closed: CloseReason[];
let shown: PreviewHandle | null = null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new FakePage();
  closed = [];
});
afterEach(() => {
  shown?.remove();
  shown = null;
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function preview(more: Partial<PreviewOptions> = {}, list: unknown = releases('r1')): Promise<PreviewHandle> {
  const onClose = (how: CloseReason) => closed.push(how);
  shown = await openPreview(page.loadPanel, list, { authProviderEndpoint: 'https://id.test', onClose, ...more });
  return shown;
}

test('a preview fetches only the theme, without a token, and shows the releases', async () => {
  await preview({ dark: true });
  expect(page.calls).toEqual(['GET /.well-known/theme']);
  expect(page.model).toMatchObject({
    theme: { primary: '#0f6b81' },
    options: { dark: true, token: '' },
    phase: 'open',
    isPosting: false,
  });
  expect(page.model?.published.releases.map(({ id }) => id)).toEqual(['r1']);
});

test.each([
  ['read', 'onRead'],
  ['dismissed', 'onDismiss'],
] as const)('%s, it only closes, after 500 ms', async (reason, choose) => {
  await preview();
  page.model?.[choose]();
  page.model?.onDismiss();
  expect(page.model?.phase).toBe('closing');
  await vi.advanceTimersByTimeAsync(499);
  expect(page.containers.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([page.containers.size, page.model, closed]).toEqual([0, null, [reason]]);
  expect(page.calls).toEqual(['GET /.well-known/theme']);
  expect(page.storage.size).toBe(0);
});

test('it accepts other releases and options, and keeps the rest', async () => {
  const { update } = await preview({ title: 'News' });
  update(releases('r2'), { dark: true });
  expect(page.model?.published.releases.map(({ id }) => id)).toEqual(['r2']);
  expect(page.model?.options).toMatchObject({ dark: true, title: 'News' });
});

test('removed, it disappears immediately and reports it once', async () => {
  const { remove } = await preview();
  remove();
  remove();
  expect([page.containers.size, page.model, closed]).toEqual([0, null, ['removed']]);
});

test('that breaks during rendering disappears, and the error is thrown outside of the caller', async () => {
  const broken: LoadPanel = async () =>
    panelWith(async (host, model, onBroken) => {
      onBroken(new Error('broke'));
      return page.mountPanel(host, model, onBroken);
    });
  await openPreview(broken, releases('r1'), { authProviderEndpoint: 'https://id.test' });
  expect([page.containers.size, page.reported.map(({ cause }) => cause)]).toEqual([0, [new Error('broke')]]);
});

test('without a theme it has the built-in colours', async () => {
  page.answers['GET /.well-known/theme'] = json({}, 500);
  await preview({ suppressLogs: true });
  expect(page.model?.theme).toEqual({});
});

test('invalid releases are refused', async () => {
  await expect(preview({}, {})).rejects.toThrow('the answer is not a list of objects');
  expect(page.calls).toEqual([]);
});
