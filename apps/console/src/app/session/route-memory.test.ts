import { describe, expect, test } from 'vitest';
import { createRouteMemory, ROUTE_MEMORY_KEY } from './route-memory.ts';

const ORIGIN = 'https://console.test';

function storeOf(stored: string | undefined) {
  const kept = new Map<string, string>(stored === undefined ? [] : [[ROUTE_MEMORY_KEY, stored]]);
  const store = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  return { kept, store };
}

function setUp(ofBrowser?: string, ofTab?: string) {
  const tab = storeOf(ofTab);
  const browser = storeOf(ofBrowser);
  const isKnownPath = (path: string) => path === '/' || /^\/(accounts|campaigns)(\/[^/]+)?$/.test(path);
  const memory = createRouteMemory({ tab: tab.store, browser: browser.store, origin: ORIGIN, isKnownPath });
  return { tab: tab.kept, browser: browser.kept, memory };
}

test('path, query and hash are stored and restored [spec 2.28]', () => {
  const { memory, tab, browser } = setUp();
  memory.remember('/accounts?state=ACTIVE&q=a%20b#row-3');
  for (const kept of [tab, browser])
    expect([...kept]).toEqual([['route-path', '/accounts?state=ACTIVE&q=a%20b#row-3']]);
  expect(memory.recall()).toBe('/accounts?state=ACTIVE&q=a%20b#row-3');
});

test('a tab has its own route, a new one that of the browser [spec 2.29]', () => {
  expect(setUp('/accounts', '/campaigns').memory.recall()).toBe('/campaigns');
  expect(setUp('/accounts').memory.recall()).toBe('/accounts');
  expect(setUp('/accounts', '/unknown').memory.recall()).toBe('/accounts');
});

test('the root path is the default [spec 2.30]', () => {
  expect(setUp().memory.recall()).toBe('/');
});

test('a URL that is too long to store is stored as its path [sign-in 8]', () => {
  const { memory, tab } = setUp();
  const longest = `/accounts?q=${'x'.repeat(4096 - '/accounts?q='.length)}`;
  memory.remember(longest);
  expect(tab.get('route-path')).toBe(longest);
  memory.remember(`${longest}x#rows`);
  expect(memory.recall()).toBe('/accounts');
  expect(memory.accept(`/accounts/${'x'.repeat(4096)}`)).toBeNull();
  const longestPath = `/accounts/${'x'.repeat(4096 - '/accounts/'.length)}`;
  expect(memory.accept(longestPath)).toBe(longestPath);
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
  '/accounts/../campaigns',
  '/accounts/%2f%2fevil.test',
  '/accounts/%5cevil.test',
  '/accounts/x%2e',
  '//evil.test:x',
  '//console.test/accounts',
  'https://user@console.test/accounts',
  '//user:password@console.test/accounts',
  '/accounts//evil.test',
  '/\u3000/evil.test',
  '/\ud800',
  `/accounts/${'x'.repeat(5000)}`,
];

describe('payloads are rejected [spec 2.31]', () => {
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
