// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountPanel } from './panel.tsx';
import type { Panel, PanelModel } from './panel-contract.ts';
import { readReleases } from './release.ts';

/** The rendered panel of a model. */
const CHANGES = [
  { type: 'SECURITY', title: 'other', description: 'd' },
  { type: 'IMPROVEMENT', title: 'better', description: 'x'.repeat(101) },
  { type: 'BUG', title: 'fixed', description: 'x'.repeat(100) },
  { type: 'FEATURE', title: 'new', description: 'd' },
];
const RELEASES = [
  {
    id: 'r2',
    version: '2.0.0',
    date: '2026-09-20',
    changeLists: [
      { title: 'First', changes: CHANGES },
      { title: 'Second', changes: CHANGES.slice(1, 2) },
    ],
  },
  { id: 'r1', version: '1.0.0', date: 'soon', changeLists: [] },
];
let host: HTMLElement;
let panel: Panel | null = null;
const onBroken = vi.fn();
const onRead = vi.fn();
const onDismiss = vi.fn();

const modelOf = (more: Partial<PanelModel> = {}, options: Partial<PanelModel['options']> = {}): PanelModel => ({
  published: readReleases(RELEASES),
  theme: {},
  options: { authProviderEndpoint: '/identity', token: 't', suppressLogs: true, ...options },
  phase: 'open',
  isPosting: false,
  onRead,
  onDismiss,
  ...more,
});

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  for (const spy of [onBroken, onRead, onDismiss]) spy.mockClear();
});
afterEach(async () => {
  await act(async () => panel?.unmount());
  panel = null;
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function mount(model = modelOf()): Promise<void> {
  // React renders when `act` ends, so nothing may wait for it inside.
  const { mounting } = await act(async () => {
    const mounting = mountPanel(host, model, onBroken);
    mounting.catch(() => 'awaited below');
    return { mounting };
  });
  panel = await mounting;
}
const all = (selector: string) => [...(host.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const texts = (selector: string) => all(selector).map((each) => each.textContent);
const button = (text: string) => all('button').find((each) => each.textContent === text);
const dialog = () => all('dialog')[0] as HTMLDialogElement;

describe('the panel', () => {
  test('is hidden until it was mounted, then visible with the focus on its title [spec 4.31]', async () => {
    const phases: (string | undefined)[] = [];
    vi.spyOn(HTMLDialogElement.prototype, 'show').mockImplementation(function (this: HTMLDialogElement) {
      phases.push(this.dataset['phase']);
    });
    await mount();
    expect([...phases, dialog().dataset['phase']]).toEqual(['hidden', 'open']);
    expect(host.shadowRoot?.activeElement?.textContent).toBe("What's included in the latest release(s)");
    expect(document.documentElement.style.getPropertyValue('overflow')).toBe('hidden');
  });

  test('shows groups in their order, separated, and unknown types last [spec 2.44, 2.45, 2.46, 9.4] [popup 3]', async () => {
    await mount();
    expect(texts('h3')).toEqual(['2.0.0', '1.0.0']);
    expect(texts('time')).toEqual(['Sun 20-Sep-26']);
    expect(texts('h4')).toEqual(['First', 'Second']);
    expect(texts('.badge')).toEqual(['Bug', 'Feature', 'Improvement', 'Other', 'Improvement']);
    const classes = all('.badge').map(({ className }) => className.split(' ').at(-1));
    expect(classes).toEqual(['BUG', 'FEATURE', 'IMPROVEMENT', 'OTHER', 'IMPROVEMENT']);
    expect(texts('.change-title')).toEqual(['Fixed', 'New', 'Better', 'Other', 'Better']);
    const [first, second] = all('.list');
    expect([first, second].map((list) => list?.querySelectorAll('hr').length)).toEqual([3, 0]);
  });

  test('expands a long description on request [spec 2.48, 2.49]', async () => {
    await mount();
    expect(texts('.more')).toEqual(['Read More', 'Read More']);
    const [description] = all('.description').filter((each) => each.querySelector('.more'));
    expect(description?.textContent).toBe(`${'x'.repeat(100)} ... Read More`);
    await act(async () => button('Read More')?.click());
    expect(description?.textContent).toBe(`${'x'.repeat(101)} Read Less`);
    expect(button('Read Less')?.getAttribute('aria-expanded')).toBe('true');
    await act(async () => button('Read Less')?.click());
    expect(texts('.more')).toEqual(['Read More', 'Read More']);
  });

  test('shows the number of omitted changes', async () => {
    await mount(modelOf({ published: { releases: [], leftOut: 9000 } }, { locale: 'de-DE' }));
    expect(texts('.left-out')).toEqual(['Changes not shown: 9.000']);
    await act(async () => panel?.update(modelOf()));
    expect(texts('.left-out')).toEqual([]);
  });

  test.each([
    ['https://admin.test', 'back/counter', 'https://admin.test/changelog/back%2Fcounter'],
    ['http://admin.test', 'backcounter', 'http://admin.test/changelog/backcounter'],
    ['httpsx://admin.test', 'backcounter', null],
    ['xhttp://admin.test', 'backcounter', null],
    ['https://admin.test//', 'backcounter', 'https://admin.test/changelog/backcounter'],
    ['javascript:alert(1)//', 'backcounter', null],
    ['https://[', 'backcounter', null],
    ['', 'backcounter', null],
    ['https://admin.test', '', null],
  ])('leads from %s and %s to %s [spec 2.50, 2.51]', async (adminEndpoint, authClientId, address) => {
    await mount(modelOf({}, { adminEndpoint, authClientId }));
    const links = all('a');
    expect(links.map((each) => each.getAttribute('href'))).toEqual(address === null ? [] : [address]);
    for (const link of links)
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  });

  test('has the variants, language and direction of its options [spec 2.36]', async () => {
    await mount(modelOf({}, { dark: true, isMobile: true, locale: 'ar-EG', dir: 'rtl' }));
    expect([dialog().className, dialog().lang, dialog().dir]).toEqual(['dark mobile', 'ar-EG', 'rtl']);
    await act(async () => panel?.update(modelOf({}, { dark: false, isMobile: false, dir: 'ltr' })));
    expect([dialog().className, dialog().dir]).toEqual(['light desktop', 'ltr']);
  });

  test('has the direction of the document without the option', async () => {
    await mount();
    expect(dialog().dir).toBe('ltr');
    document.documentElement.style.direction = 'rtl';
    await act(async () => panel?.update(modelOf()));
    expect(dialog().dir).toBe('rtl');
    document.documentElement.removeAttribute('style');
  });

  test('follows the person’s system without the option', async () => {
    const media = new Map<string, EventTarget & { matches: boolean }>();
    vi.stubGlobal('matchMedia', (query: string) => {
      const list = media.get(query) ?? Object.assign(new EventTarget(), { matches: true });
      media.set(query, list);
      return list;
    });
    await mount();
    expect(dialog().className).toBe('dark mobile');
    for (const list of media.values()) list.matches = false;
    await act(async () => {
      for (const list of media.values()) list.dispatchEvent(new Event('change'));
    });
    expect(dialog().className).toBe('light desktop');
    expect([...media.keys()]).toEqual(['(prefers-color-scheme: dark)', '(max-width: 599.98px)']);
  });

  test('has the colours of the theme [spec 2.37]', async () => {
    await mount(modelOf({ theme: { primary: '#a00000', secondary: '#00509f' } }, { dark: false }));
    const { style } = dialog();
    expect(['--rn-primary', '--rn-secondary'].map((name) => style.getPropertyValue(name))).toEqual([
      '#a00000',
      '#00509f',
    ]);
  });

  test('has its buttons, which are busy while a visit is posted and while it closes [spec 2.52, 2.53]', async () => {
    await mount();
    const busy = () => all('button[aria-disabled="true"]').map((each) => each.textContent);
    expect(busy()).toEqual([]);
    button('Mark as Read')?.click();
    expect([onRead.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 0]);
    button('Dismiss')?.click();
    all('.close')[0]?.click();
    expect(onDismiss).toHaveBeenCalledTimes(2);
    await act(async () => panel?.update(modelOf({ isPosting: true })));
    expect(busy()).toEqual(['', 'Dismiss', 'Mark as Read']);
    expect(button('Mark as Read')?.getAttribute('aria-busy')).toBe('true');
    await act(async () => panel?.update(modelOf({ phase: 'closing' })));
    expect(busy()).toEqual(['', 'Dismiss', 'Mark as Read']);
    expect(dialog().dataset['phase']).toBe('closing');
  });

  test('handles Escape with the current dismissal', async () => {
    await mount();
    const later = vi.fn();
    await act(async () => panel?.update(modelOf({ onDismiss: later })));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', cancelable: true }));
    expect([onDismiss.mock.calls.length, later.mock.calls.length]).toEqual([0, 1]);
  });

  test('restores the page on removal', async () => {
    await mount();
    await act(async () => panel?.unmount());
    panel = null;
    expect(document.documentElement.hasAttribute('style')).toBe(false);
    expect(all('dialog')).toEqual([]);
  });

  test('has its styles without a style element, or with one under the host’s nonce', async () => {
    await mount();
    const [sheet, ...more] = host.shadowRoot?.adoptedStyleSheets ?? [];
    expect([sheet?.cssRules[0]?.cssText.startsWith(':host'), more]).toEqual([true, []]);
    expect(all('style')).toEqual([]);
    await act(async () => panel?.unmount());
    const sheets = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'adoptedStyleSheets');
    Reflect.deleteProperty(ShadowRoot.prototype, 'adoptedStyleSheets');
    host.remove();
    host = document.body.appendChild(document.createElement('div'));
    await mount(modelOf({}, { nonce: 'n0nce' }));
    if (sheets) Object.defineProperty(ShadowRoot.prototype, 'adoptedStyleSheets', sheets);
    const [style] = all('style') as HTMLStyleElement[];
    expect([style?.nonce, style?.textContent.includes(':host')]).toEqual(['n0nce', true]);
  });
});

describe('a panel that can’t be rendered', () => {
  const lines: unknown[] = [];
  beforeEach(() => {
    lines.length = 0;
    for (const level of ['error', 'warn', 'info'] as const)
      vi.spyOn(console, level).mockImplementation((line) => lines.push(line));
  });
  const breakMedia = () =>
    vi.stubGlobal('matchMedia', () => {
      throw new Error('no media');
    });

  test('because React throws is refused with the cause, and React logs nothing [spec 8.7, 8.32]', async () => {
    breakMedia();
    await expect(mount()).rejects.toThrow('no media');
    expect([onBroken.mock.calls, lines]).toEqual([[], []]);
  });

  test('because the page can’t be held is refused, and cleans up', async () => {
    await expect(mount(modelOf({}, { keepUsable: '<<' }))).rejects.toThrow();
    await act(async () => undefined);
    expect(all('dialog')).toEqual([]);
    expect(onBroken).not.toHaveBeenCalled();
  });

  test('any longer, as React throws later, reports it once and logs nothing [spec 8.7, 8.32]', async () => {
    await mount();
    breakMedia();
    await act(async () => panel?.update(modelOf({}, { title: 'Another' })));
    expect(onBroken.mock.calls).toEqual([[new Error('no media')]]);
    expect(lines).toEqual([]);
  });
});
