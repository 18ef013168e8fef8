import { describe, expect, test } from 'vitest';
import { createRouteMemory, ROUTE_MEMORY_KEY } from './route-memory.ts';

const ORIGIN = 'https://console.test';

function setUp(stored?: string) {
  const kept = new Map<string, string>(stored === undefined ? [] : [[ROUTE_MEMORY_KEY, stored]]);
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  const isKnownPath = (path: string) => path === '/' || /^\/(accounts|campaigns)(\/[^/]+)?$/.test(path);
  return { kept, memory: createRouteMemory({ storage, origin: ORIGIN, isKnownPath }) };
}

test('path, query and hash are kept and come back [spec 2.4, 2.28]', () => {
  const { memory, kept } = setUp();
  memory.remember('/accounts?state=ACTIVE&q=a%20b#row-3');
  expect(kept.get('route-path')).toBe('/accounts?state=ACTIVE&q=a%20b#row-3');
  expect(memory.recall()).toBe('/accounts?state=ACTIVE&q=a%20b#row-3');
});

test('the root path is the default [spec 2.30]', () => {
  expect(setUp().memory.recall()).toBe('/');
});

test.each([
  '/no-access',
  '/no-access?need=area.admin',
  '/login?code=1&state=2',
  '/logout',
  '/silent',
  '/popup',
  '/unknown',
])('%s is not remembered', (href) => {
  const { memory } = setUp('/accounts');
  memory.remember(href);
  expect(memory.recall()).toBe('/accounts');
});

const PAYLOADS = [
  '//evil.test',
  '//evil.test/accounts',
  '///evil.test',
  '////evil.test/%2f..',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r/evil.test',
  '/\u0000/evil.test',
  ' /accounts',
  '/accounts ',
  '\t//evil.test',
  'https://evil.test/accounts',
  'https:evil.test',
  'https:/evil.test',
  'http://console.test/accounts',
  'https://console.test/accounts',
  'https://console.test@evil.test/',
  'https://console.test.evil.test/',
  '//console.test@evil.test/accounts',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://console.test/1',
  'file:///etc/passwd',
  'ftp://evil.test/accounts',
  'accounts',
  './accounts',
  '../accounts',
  '?next=//evil.test',
  '#//evil.test',
  '',
  '/accounts/../../evil.test',
  '/accounts/..//evil.test',
  '/accounts/%2e%2e/login',
  '/accounts%2f..%2f..',
  '/%2f%2fevil.test',
  '/%5cevil.test',
  '/./login',
  '/accounts/../login',
  '/.//evil.test',
  '/accounts//evil.test',
  '/\u3000/evil.test',
  '/\ud800',
  `/accounts?q=${'x'.repeat(5000)}`,
];

describe('payloads lead nowhere [spec 2.31]', () => {
  test('there are at least forty', () => expect(PAYLOADS.length).toBeGreaterThanOrEqual(40));

  test.each(PAYLOADS)('%j', (payload) => {
    const { memory } = setUp(payload);
    expect(memory.accept(payload)).toBeNull();
    expect(memory.recall()).toBe('/');
  });

  test.each([null, undefined, 7, {}, ['/accounts'], { toString: () => '/accounts' }])('not a text: %j', (value) => {
    expect(setUp().memory.accept(value)).toBeNull();
  });
});
