import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as domain from '../index.ts';
import { link } from './link.ts';

const rule = link('link', ['https', 'backcounter'], 1_000);
const kept = (text: string) => {
  const { success, data, error } = rule.safeParse(text);
  return success ? data : error.issues.map(({ message }) => message);
};

/** Host as the generic syntax of RFC 3986 has it, which knows no backslash. */
const hostByRfc = (text: string) => {
  const [, authority = ''] = /^[a-z]+:\/\/([^/?#]*)/i.exec(text) ?? [];
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
};

describe('a link [notifications 14]', () => {
  it.each([
    ['https://shop.test', 'https://shop.test/'],
    ['HTTPS://Shop.Test:443/a/../b', 'https://shop.test/b'],
    ['https://shop.test/größe?q=ü#ö', 'https://shop.test/gr%C3%B6%C3%9Fe?q=%C3%BC#%C3%B6'],
    ['https://www.video.test/@ada', 'https://www.video.test/@ada'],
    ['backcounter://coupons/42', 'backcounter://coupons/42'],
  ])('%s is stored as %s', (text, canonical) => {
    expect(kept(text)).toBe(canonical);
    expect(kept(canonical)).toBe(canonical);
  });

  it.each([
    'https://x.y\\@evil.test',
    'https:\\\\evil.test',
    'https://x.y\\.evil.test/',
    'https://user@evil.test/',
    'https://user:word@evil.test/',
    'https://@evil.test/',
    'https://x.y%5C@evil.test',
    'https://x.y:80@evil.test',
    'https://x.y/\u202ea',
    'https://x.y/\u200b',
    'https://x.y/a\tb',
    'https://x.y/{a}',
    'backcounter:\\\\coupons',
    'backcounter://user@coupons',
    'https:evil.test',
    'https:/evil.test',
    'ftp://x.y/',
  ])('%s is refused', (text) => {
    expect(kept(text)).toEqual(['link']);
  });

  it('has no placeholders, which nothing would fill', () => {
    expect(kept('https://x.y/{{firstName}}')).toEqual(['link-placeholder']);
    expect(kept('backcounter://{{store|a}}')).toEqual(['link-placeholder']);
  });

  it('has one host for every reader', () => {
    const odd = fc.constantFrom(
      '\\',
      '@',
      ':',
      '/',
      '?',
      '#',
      '//',
      '%5c',
      '%40',
      '\u3002',
      '．',
      '\t',
      '{{',
      '[',
      ']',
      ';',
      '&',
      '..',
    );
    const pieces = fc.array(fc.oneof(odd, fc.constantFrom('x.y', 'evil.test', 'user', 'a', '80')), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.constantFrom('https://', 'HTTPS://', 'backcounter://', 'https:', 'https:/'),
        pieces,
        (scheme, parts) => {
          const stored = kept(scheme + parts.join(''));
          if (typeof stored !== 'string') return;
          expect(hostByRfc(stored)).toBe(new URL(stored).hostname);
          expect(kept(stored)).toBe(stored);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('is so in every field of a record that has an address', () => {
    const records = Object.values(domain).filter(
      (value): value is typeof domain.notificationRecord =>
        typeof value === 'object' && value !== null && 'noun' in value && 'rules' in value,
    );
    const fields = records.flatMap(({ noun, rules }) =>
      Object.entries(rules).flatMap(([name, field]) =>
        /(url|link)$/i.test(name) ? [[`${noun}.${name}`, field] as const] : [],
      ),
    );
    expect(fields.map(([name]) => name).sort()).toEqual([
      'app.imageUrl',
      'notification.deepLink',
      'notification.imageUrl',
      'staff-member.adminUrl',
      'streamer.channelUrl',
    ]);
    for (const [name, field] of fields) {
      // A logo is a picture of this server alone.
      const kept = String(name) === 'app.imageUrl' ? undefined : 'https://x.y/';
      expect([name, field.safeParse('https://x.y').data]).toEqual([name, kept]);
      for (const text of ['https://x.y\\@evil.test', 'https://a@evil.test', 'https://x.y/{{points}}'])
        expect([name, text, field.safeParse(text).success]).toEqual([name, text, false]);
    }
  });
});
