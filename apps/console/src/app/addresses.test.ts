import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POLICY } from '@backcounter/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEATURE_PATHS, FEATURE_ROUTES, type FeatureRoute } from '../features/index.ts';
import { featurePathOf } from './known-path.ts';
import { parseSearch, stringifySearch } from './search-text.ts';

describe('paths', () => {
  test('include every route of the specification, section 2 [spec 1.3]', () => {
    const specified = [
      '/',
      '/dashboard',
      '/accounts',
      '/accounts/$id',
      '/stores',
      '/stores/$id',
      '/notifications',
      '/notifications/$id',
      '/giveaways',
      '/giveaways/$id/transactions',
      '/campaigns',
      '/campaigns/$id',
      '/admin/areas',
      '/admin/countries',
      '/admin/config',
      '/admin/topics',
      '/admin/topic-categories',
      '/admin/badges',
      '/admin/badge-categories',
    ];
    expect(FEATURE_PATHS).toEqual(expect.arrayContaining(specified));
  });

  test('have the guards of the specification, section 6 [spec 6.3, 6.4, 6.5, 6.6]', () => {
    for (const [path, route] of Object.entries<FeatureRoute>(FEATURE_ROUTES)) {
      const area = path.startsWith('/admin/')
        ? 'area.admin'
        : path.startsWith('/campaigns')
          ? 'area.campaigns'
          : path.startsWith('/approvals')
            ? 'approval.read'
            : path === '/exports'
              ? 'export.create'
              : 'area.root';
      expect([path, route.permission]).toEqual([path, area]);
    }
    expect(FEATURE_ROUTES['/campaigns/$id'].alsoPermission).toBe('area.campaign');
    expect(POLICY['area.campaign-coupons']).toEqual(['ADMIN', 'CAMPAIGN-MANAGER']);
  });

  test.each([
    ['/accounts/0193-x', '/accounts/$id'],
    ['/giveaways/1/transactions', '/giveaways/$id/transactions'],
    ['/accounts/segments', '/accounts/segments'],
    ['/accounts/segments/1', '/accounts/segments/$id'],
    ['/giveaways/1', null],
    ['/accounts/1/2', null],
    ['/login', null],
    ['/nothing', null],
  ])('%s is %s', (pathname, path) => {
    expect(featurePathOf(pathname)).toBe(path);
  });

  test('are those of links in mails, to the page of a record where it has one', () => {
    const server = join(import.meta.dirname, '../../../server/src');
    const links = globSync('**/*.mail.ts', { cwd: server }).flatMap((file) => [
      ...readFileSync(join(server, file), 'utf8').matchAll(/\$\{publicUrl\}(\/[^`?]*)(\?[^`]*)?`/g),
    ]);
    expect(links.length).toBeGreaterThan(3);
    for (const [link, path = '', query] of links) {
      expect([link, featurePathOf(path.replaceAll(/\$\{\w+\}/g, '1'))]).not.toContain(null);
      if (query !== undefined) expect(FEATURE_PATHS, link).not.toContain(`${path}/$id`);
    }
  });

  test('have unique letters after g', () => {
    const keys = Object.values<FeatureRoute>(FEATURE_ROUTES).flatMap((route) => (route.nav ? [route.nav.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('search parameters', () => {
  test.each([
    ['?state=ACTIVE,SUSPENDED&q=a%20b', { state: 'ACTIVE,SUSPENDED', q: 'a b' }],
    ['?new', { new: '' }],
    ['?number=007&on=true', { number: '007', on: 'true' }],
    ['?a=1&a=2', { a: ['1', '2'] }],
    ['?from=2026-11-24T08:00,2026-11-25T09:00', { from: '2026-11-24T08:00,2026-11-25T09:00' }],
    ['?__proto__=a', { ['__proto__']: 'a' }],
    ['', {}],
  ])('%s', (text, search) => {
    expect(parseSearch(text)).toEqual(search);
    expect(stringifySearch(search)).toBe(text);
  });

  test('unset parameters are omitted from the URL', () => {
    expect(stringifySearch({ a: undefined, b: null, c: ['x', undefined, null] })).toBe('?c=x');
  });

  test('any text survives a round trip', () => {
    const entry = fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(entry, (search) => {
        expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
      }),
    );
  });
});
