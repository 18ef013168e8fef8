import { expect, it } from 'vitest';
import { accountList } from '../features/account/account.list.ts';
import type { Caller } from '../ports/identity.ts';
import { SqlValues } from './list-definition.ts';
import { selectionConditions } from './selection.ts';

const caller: Caller = {
  kind: 'staff',
  sub: 's',
  name: 'S',
  email: null,
  roles: ['ADMIN'],
  expiresAt: new Date('2030-01-01T00:00:00Z'),
};

it('counts the days of a selection from when it was made, whenever its job runs', () => {
  const values = new SqlValues();
  const upTo = '2026-03-01T12:00:00.000Z';
  const selection = {
    filter: { lastSeen: { olderThanDays: 1 }, created: { withinDays: 2 } },
    isLive: false,
    search: null,
    searchMode: null,
    ids: null,
    exclusions: [],
    upTo,
  };
  const conditions = selectionConditions(accountList, selection, 'a.created_at', caller, values);
  expect(conditions[0]).toMatch(/^a\.last_seen_at < /);
  expect(values.list).toEqual(
    ['2026-02-28T12:00:00.000Z', '2026-02-27T12:00:00.000Z', upTo, upTo].map((instant) => new Date(instant)),
  );
});

it('adds no condition for days that are not asked for', () => {
  const values = new SqlValues();
  const [from, to, upTo] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z'];
  const created = { from: new Date(from), to: new Date(to) };
  const selection = {
    filter: { created },
    isLive: false,
    search: null,
    searchMode: null,
    ids: null,
    exclusions: [],
    upTo,
  };
  expect(selectionConditions(accountList, selection, 'a.created_at', caller, values)).toEqual([
    'a.created_at >= $1::timestamptz',
    'a.created_at < $2::timestamptz',
    'a.created_at <= $3::timestamptz',
  ]);
});
