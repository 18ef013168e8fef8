// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { focusedElement, guardPage, type PageGuard } from './page-guard.ts';

const PAGE = `
  <main><button id="before">Before</button></main>
  <div id="toasts"><button id="toast">Close</button></div>
  <aside><p id="note">Note</p><span class="usable"><a id="help" href="#">Help</a></span></aside>
  <div id="still" inert></div>
  <script type="text/plain"></script>`;
const INSIDE = '<button id="first">1</button><button id="off" disabled>Off</button><button id="last">2</button>';

let host: HTMLElement;
let guard: PageGuard | null = null;
const onEscape = vi.fn();
const byId = (id: string) => document.getElementById(id) as HTMLElement;
const inside = (id: string) => host.shadowRoot?.getElementById(id) as HTMLElement;
const isInert = (selector: string) => (document.querySelector(selector) as HTMLElement).inert;

beforeEach(() => {
  document.body.innerHTML = PAGE;
  host = document.createElement('div');
  host.attachShadow({ mode: 'open' }).innerHTML = INSIDE;
  document.body.append(host);
  HTMLElement.prototype.checkVisibility = () => true;
  onEscape.mockClear();
});
afterEach(() => {
  guard?.release();
  guard = null;
  document.body.innerHTML = '';
});

function hold(keepUsable?: string, focusedBefore: HTMLElement | null = null): PageGuard {
  guard = guardPage(host, keepUsable, focusedBefore, onEscape);
  return guard;
}

function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more });
  target.dispatchEvent(event);
  return event;
}

describe('the page behind', () => {
  test('is inert while the popup is open, and restored afterwards', () => {
    hold();
    expect(['main', '#toasts', 'aside', '#still'].map(isInert)).toEqual([true, true, true, true]);
    expect([host.inert, document.body.inert, isInert('script')]).toEqual([false, false, false]);
    guard?.release();
    expect(['main', '#toasts', 'aside', '#still'].map(isInert)).toEqual([false, false, false, true]);
  });

  test('leaves usable only the selected elements', () => {
    hold('#toasts, .usable');
    expect(['main', '#toasts', 'aside', '#note', '.usable'].map(isInert)).toEqual([true, false, false, true, false]);
    guard?.release();
    expect(isInert('#note')).toBe(false);
  });

  test('is inert up to the root, through shadow trees', () => {
    const outer = document.createElement('section');
    outer.attachShadow({ mode: 'open' }).innerHTML = '<p id="beside"></p>';
    outer.shadowRoot?.append(host);
    document.body.append(outer);
    hold();
    expect([outer.shadowRoot?.querySelector<HTMLElement>('#beside')?.inert, isInert('main')]).toEqual([true, true]);
    expect(outer.inert).toBe(false);
  });

  test('is inert in elements added while the popup is open, not in later ones', async () => {
    hold();
    const late = document.body.appendChild(document.createElement('p'));
    await vi.waitFor(() => expect(late.inert).toBe(true));
    guard?.release();
    expect(late.inert).toBe(false);
    const later = document.body.appendChild(document.createElement('p'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(later.inert).toBe(false);
  });

  test('does not scroll, and gets its own styles restored', () => {
    document.body.style.setProperty('overflow', 'auto', 'important');
    hold();
    for (const element of [document.documentElement, document.body]) {
      expect(element.style.getPropertyValue('overflow')).toBe('hidden');
      expect(element.style.getPropertyPriority('overflow')).toBe('important');
    }
    guard?.release();
    expect(document.documentElement.hasAttribute('style')).toBe(false);
    expect(document.body.style.getPropertyValue('overflow')).toBe('auto');
    document.body.removeAttribute('style');
  });

  test('keeps the width of its scroll bar', () => {
    const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(window.innerWidth - 15);
    hold();
    expect(document.documentElement.style.getPropertyValue('scrollbar-gutter')).toBe('stable');
    guard?.release();
    width.mockReturnValue(window.innerWidth);
    hold();
    expect(document.documentElement.style.getPropertyValue('scrollbar-gutter')).toBe('');
    width.mockRestore();
  });

  test('is not touched for an invalid selector', () => {
    expect(() => hold('<<')).toThrow();
    expect(document.querySelectorAll('[inert]')).toHaveLength(1);
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });
});

describe('Escape', () => {
  test('is handled, and does not reach the page', () => {
    const seen = vi.fn();
    document.addEventListener('keydown', seen);
    hold();
    expect(press('Escape').defaultPrevented).toBe(true);
    expect([onEscape.mock.calls.length, seen.mock.calls.length]).toEqual([1, 0]);
    document.removeEventListener('keydown', seen);
  });

  test('during composition, other keys and keys after the end are the page’s', () => {
    hold();
    expect(press('Escape', document.body, { isComposing: true }).defaultPrevented).toBe(false);
    expect(press('a').defaultPrevented).toBe(false);
    guard?.release();
    expect(press('Escape').defaultPrevented).toBe(false);
    expect(press('Tab').defaultPrevented).toBe(false);
    expect(onEscape).not.toHaveBeenCalled();
  });

  test('in a usable element is left to it', () => {
    hold('#toasts');
    expect(press('Escape', byId('toast')).defaultPrevented).toBe(false);
    expect(onEscape).not.toHaveBeenCalled();
    press('Escape', byId('before'));
    expect(onEscape).toHaveBeenCalledTimes(1);
  });
});

describe('Tab', () => {
  /** Ids of the tab stops after this many presses. */
  const stops = (count: number, shiftKey = false) =>
    Array.from({ length: count }, () => {
      expect(press('Tab', document.body, { shiftKey }).defaultPrevented).toBe(true);
      return focusedElement()?.id;
    });

  test('cycles through the popup and the usable elements', () => {
    hold('#toasts, .usable');
    inside('first').focus();
    expect(stops(4)).toEqual(['last', 'toast', 'help', 'first']);
    expect(stops(4, true)).toEqual(['help', 'toast', 'last', 'first']);
  });

  test.each([
    ['first stop', 'first', false],
    ['last one backwards', 'toast', true],
  ])('starts at the %s', (_name, id, shiftKey) => {
    hold('#toasts');
    expect(stops(1, shiftKey)).toEqual([id]);
  });

  test('skips invisible elements', () => {
    HTMLElement.prototype.checkVisibility = function (this: HTMLElement) {
      return this.id !== 'last';
    };
    hold('#toasts');
    inside('first').focus();
    expect(stops(2)).toEqual(['toast', 'first']);
  });
});

describe('the focus', () => {
  test('returns to where it was', () => {
    byId('before').focus();
    hold(undefined, focusedElement());
    byId('before').blur();
    const focus = vi.spyOn(byId('before'), 'focus');
    guard?.release();
    expect(focusedElement()).toBe(byId('before'));
    // Without scrolling the page.
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  });

  test('remains on a toast that the person moved to', () => {
    hold('#toasts', byId('before'));
    byId('toast').focus();
    guard?.release();
    expect(focusedElement()).toBe(byId('toast'));
  });

  test('is dropped when its element has left the page', () => {
    const before = byId('before');
    hold(undefined, before);
    const focus = vi.spyOn(before, 'focus');
    before.remove();
    guard?.release();
    expect(focus).not.toHaveBeenCalled();
  });

  test('is found inside shadow trees, and is nowhere on the body', () => {
    expect(focusedElement()).toBeNull();
    const active = vi.spyOn(document, 'activeElement', 'get').mockReturnValue(null);
    expect(focusedElement()).toBeNull();
    active.mockRestore();
    inside('last').focus();
    expect(focusedElement()).toBe(inside('last'));
  });
});
