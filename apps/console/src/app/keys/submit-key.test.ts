// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { watchSubmitKey } from './submit-key.ts';

beforeAll(() => watchSubmitKey(window));
afterEach(() => document.body.replaceChildren());

/** Number of clicks on the button, and the effect on the key press. */
function press(init: KeyboardEventInit, button = '<button type="submit"></button>', from = 'input') {
  document.body.innerHTML = `<form><input>${button}<button type="button"></button></form><p></p>`;
  const onClick = vi.fn((event: Event) => event.preventDefault());
  document.querySelector('form')?.addEventListener('click', onClick);
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init });
  document.querySelector(from)?.dispatchEvent(event);
  return [onClick.mock.calls.length, event.defaultPrevented];
}

test.each([{ ctrlKey: true }, { metaKey: true }])('%j and Enter click the button of the form [ux 20]', (keys) => {
  expect(press(keys)).toEqual([1, true]);
});

test.each([
  ['Enter alone', {}],
  ['another key', { ctrlKey: true, key: 's' }],
  ['a key that is held down', { ctrlKey: true, repeat: true }],
  ['an input method at work', { ctrlKey: true, isComposing: true }],
])('%s does not', (_what, init) => {
  expect(press(init)).toEqual([0, false]);
});

test.each(['<button type="submit" disabled></button>', '<button type="submit" data-disabled></button>', ''])(
  'a form whose button is %j takes the key and does nothing',
  (button) => {
    expect(press({ ctrlKey: true }, button)).toEqual([0, true]);
  },
);

test('outside a form, on the page itself or where the form handles it, it does nothing', () => {
  expect(press({ ctrlKey: true }, '', 'p')).toEqual([0, false]);
  const onWindow = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, cancelable: true });
  window.dispatchEvent(onWindow);
  expect(onWindow.defaultPrevented).toBe(false);
  const own = (event: Event) => event.preventDefault();
  document.addEventListener('keydown', own);
  expect(press({ ctrlKey: true })).toEqual([0, true]);
  document.removeEventListener('keydown', own);
});
