// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '../lib/page/toasts.ts';
import { ownLanguage } from '../lib/settings/own-language.ts';
import { chooseLanguage } from './choose-language.ts';

const GERMAN = { key: 'de-DE', name: 'Deutsch' };
const messages = () => toasts.snapshot().visible.map(({ message }) => message);

afterEach(() => {
  for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
  vi.restoreAllMocks();
});

test('a language whose texts are available is chosen without a toast', async () => {
  const choose = vi.spyOn(ownLanguage, 'choose').mockResolvedValue();
  await chooseLanguage(GERMAN);
  expect(choose.mock.calls).toEqual([['de-DE']]);
  expect(messages()).toEqual([]);
});

test('one whose texts cannot be loaded is named in a toast, and the reason is logged', async () => {
  const cause = new TypeError('away');
  vi.spyOn(ownLanguage, 'choose').mockRejectedValue(cause);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await chooseLanguage(GERMAN);
  expect(messages()).toEqual([expect.stringContaining('Deutsch')]);
  expect(warn.mock.calls).toEqual([['Language:', cause]]);
});
