import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserLike } from '../testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../testing/identity-server.ts';
import { ARABIC } from './identity.messages.ar.ts';
import { GERMAN } from './identity.messages.de.ts';
import { ENGLISH } from './identity.messages.en.ts';
import { SPANISH } from './identity.messages.es.ts';
import { FRENCH } from './identity.messages.fr.ts';

let server: IdentityServer;
const person = () => new BrowserLike(server.issuer, server.publicUrl);
const htmlTag = (markup: string) => /<html[^>]*>/.exec(markup)?.[0];

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());

test('pages use the language requested by the console, and later pages and form errors keep it', async () => {
  const browser = person();
  const { response } = await browser.authorize({ ui_locales: 'xx de-CH en' });
  const page = await browser.open(response);
  expect(htmlTag(page.markup)).toBe('<html lang="de-DE" dir="ltr">');
  expect(page.markup).toContain('Bei Backcounter anmelden');
  const refused = await browser.submit(page, { email: 'admin@demo.test', password: 'wrong', action: 'sign-in' });
  expect(await refused.text()).toContain('Die E-Mail-Adresse oder das Passwort ist falsch.');
  const later = await browser.submit(page, { csrf: '' });
  expect(await later.text()).toContain('Anmeldung abgebrochen');
});

test('pages rendered by the provider use it too', async () => {
  const browser = person();
  await browser.authorize({ ui_locales: 'ar' });
  const unknown = await browser.request('auth?client_id=unknown', { headers: { accept: 'text/html' } });
  expect(await unknown.text()).toContain('توقف تسجيل الدخول');
  await browser.signIn('viewer@demo.test');
  const out = await browser.request('session/end', { headers: { accept: 'text/html' } });
  const markup = await out.text();
  expect(htmlTag(markup)).toBe('<html lang="ar-EG" dir="rtl">');
  expect(markup).toContain('هل تريد تسجيل الخروج من Backcounter؟');
});

test.each([
  ['nl, de;q=0.7, ar;q=0.9', 'ar-EG', 'rtl'],
  ['de-AT,de;q=0.9', 'de-DE', 'ltr'],
  ['fr-CA, de;q=0.9', 'fr-FR', 'ltr'],
  ['es-MX, de;q=0.9', 'es-ES', 'ltr'],
  ['ar;q=0, nl', 'en-US', 'ltr'],
  ['', 'en-US', 'ltr'],
  [';;;q=x,,', 'en-US', 'ltr'],
])('fall back to a language the browser prefers: %j', async (header, lang, dir) => {
  const browser = person();
  const { response } = await browser.authorize();
  const page = await browser.request(response.headers.get('location') ?? '', {
    headers: { 'accept-language': header },
  });
  expect(htmlTag(await page.text())).toBe(`<html lang="${lang}" dir="${dir}">`);
});

test('a language picked on a page stays until the console requests another', async () => {
  const browser = person();
  const shown = async (ui_locales: string, pick = '') => {
    const { response } = await browser.authorize({ ui_locales });
    const address = response.headers.get('location') ?? '';
    return htmlTag(await (await browser.request(`${address}${pick}`)).text())?.slice(12, 17);
  };
  expect(await shown('en')).toBe('en-US');
  expect(await shown('en', '?language=ar-EG')).toBe('ar-EG');
  expect(await shown('en')).toBe('ar-EG');
  expect(await shown('en', '?language=xx')).toBe('ar-EG');
  expect(await shown('fr')).toBe('fr-FR');
  expect(await shown('fr')).toBe('fr-FR');
});

test('the sign-in page links itself in every language', async () => {
  const browser = person();
  const { response } = await browser.authorize({ ui_locales: 'de' });
  const { markup } = await browser.open(response);
  expect(
    [...markup.matchAll(/<a href="\?language=([\w-]+)" lang="\1" hreflang="\1"( aria-current="true")?>/g)].map(
      ([, language, current]) => [language, current !== undefined],
    ),
  ).toEqual([
    ['en-US', false],
    ['de-DE', true],
    ['ar-EG', false],
    ['fr-FR', false],
    ['es-ES', false],
  ]);
});

test('a person’s own page formats times in it', async () => {
  const browser = person();
  await browser.authorize({ ui_locales: 'de-DE' });
  await browser.signIn('marketing@demo.test');
  const markup = await (await browser.request('account')).text();
  expect(markup).toContain('Wo Sie angemeldet sind');
  expect(markup).toMatch(/Seit \d{2}\.\d{2}\.\d{4}, \d{2}:\d{2} UTC/);
});

test('concurrent requests each get their own language', async () => {
  const markups = await Promise.all(
    ['de', 'ar', 'en', 'de', 'ar', 'en'].map(async (wanted) => {
      const browser = person();
      const { response } = await browser.authorize({ ui_locales: wanted });
      const page = await browser.open(response);
      const refused = await browser.submit(page, { email: '', password: '', action: 'sign-in' });
      return [wanted, htmlTag(await refused.text())?.slice(12, 14)];
    }),
  );
  for (const [wanted, shown] of markups) expect(shown).toBe(wanted);
});

test('every translation has exactly the parameters of the English text', () => {
  const parameters = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const texts of [GERMAN, ARABIC, FRENCH, SPANISH])
    for (const [key, text] of Object.entries(texts)) {
      const english = ENGLISH[key as keyof typeof ENGLISH];
      expect([key, parameters(text)]).toEqual([key, parameters(english)]);
      expect(text.trim()).not.toBe('');
    }
});
