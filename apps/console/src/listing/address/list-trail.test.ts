import { expect, it } from 'vitest';
import { readPreference } from '../columns/list-preference.ts';
import { createTrailStore, neighbours } from './list-trail.ts';

function memory(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    clear: () => entries.clear(),
    key: () => null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

it('finds the records before and after in the list that the person came from', () => {
  const trail = { href: '/accounts?state=ACTIVE', ids: ['a', 'b', 'c'] };
  expect(neighbours(trail, 'b')).toEqual({ previous: 'a', next: 'c' });
  expect(neighbours(trail, 'a')).toEqual({ previous: null, next: 'b' });
  expect(neighbours(trail, 'z')).toBeNull();
  expect(neighbours(null, 'a')).toBeNull();
});

it('gives each history entry its own scroll offset, and the row that was left once [ux 1]', () => {
  const storage = memory();
  const store = createTrailStore(() => storage);
  store.writeScroll('one', { top: 120, left: 0 });
  store.writeScroll('two', { top: 7, left: 30 });
  expect([store.readScroll('one'), store.readScroll('two'), store.readScroll('three')]).toEqual([
    { top: 120, left: 0 },
    { top: 7, left: 30 },
    null,
  ]);
  store.writeLeft('accounts', 'a');
  expect([store.takeLeft('stores'), store.takeLeft('accounts'), store.takeLeft('accounts')]).toEqual([null, 'a', null]);
});

it('works without storage where it is damaged or forbidden', () => {
  const storage = memory();
  const store = createTrailStore(() => storage);
  storage.setItem('backcounter.list:trail:accounts', '{"href":"https://elsewhere.test","ids":[1]}');
  expect(store.readTrail('accounts')).toBeNull();
  const forbidden = createTrailStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  forbidden.writeLeft('accounts', 'a');
  expect(forbidden.takeLeft('accounts')).toBeNull();
});

it('reads preferences of any version without losing the parts it knows', () => {
  expect(readPreference({ density: 'gigantic', columns: ['name'], widths: { name: 'wide' } })).toMatchObject({
    density: null,
    columns: ['name'],
    widths: {},
  });
  expect(readPreference('nonsense')).toMatchObject({ density: null, columns: null });
});
