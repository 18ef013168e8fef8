import { createI18n, type MessageKey } from '@backcounter/i18n';
import { I18nProvider, T, useLanguages, useMessages } from '@backcounter/i18n/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

const defaults = { 'app.hello.text': 'Hello <b>{name}</b>', 'app.time.text': '{at, time, short}' };
const create = () =>
  createI18n({ defaults, storage: { getItem: () => null, setItem: () => undefined }, browserLanguages: [] });
/** Keys of this test alone. */
const key = (text: string) => text as MessageKey;

function Page() {
  const { t, language, locale, dir, timeZone } = useMessages();
  const { current, languages } = useLanguages();
  return (
    <p dir={dir} lang={language}>
      <T id={key('app.hello.text')} values={{ name: 'Ada', b: (chunks) => <b>{chunks}</b> }} />
      {[t(key('app.time.text'), { at: new Date('2026-11-21T15:05:00Z') }), locale, timeZone, current].join('|')}
      {languages.map(({ name }) => name).join()}
    </p>
  );
}

test('components below the provider use its language, zone and formats', async () => {
  const i18n = create();
  const noteUse = vi.spyOn(i18n, 'noteUse');
  const page = (
    <I18nProvider i18n={i18n} timeZone="Asia/Tokyo" formats={{ region: 'GB' }}>
      <Page />
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toBe(
    '<p dir="ltr" lang="en-US">Hello <b>Ada</b>00:05|en-GB|Asia/Tokyo|en-USEnglish</p>',
  );
  for (const used of Object.keys(defaults)) expect(noteUse).toHaveBeenCalledWith(used);
  await i18n.select('ar-XB');
  expect(renderToStaticMarkup(page)).toContain('<p dir="rtl" lang="ar-XB">');
});

test('the zone is that of the device where none is given, and a page without a provider is a mistake', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const page = (
    <I18nProvider i18n={create()}>
      <Page />
    </I18nProvider>
  );
  expect(renderToStaticMarkup(page)).toContain(`|${here}|`);
  expect(() => renderToStaticMarkup(<Page />)).toThrow('I18nProvider is missing above this component');
});
