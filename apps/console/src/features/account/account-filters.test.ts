import { expect, it } from 'vitest';
import { accountFilterInput } from './account-filters.ts';

it('sends only chosen filters, in the shapes of the API', () => {
  expect(accountFilterInput({})).toBeNull();
  expect(
    accountFilterInput({
      state: { kind: 'set', mode: 'notIn', values: ['ERASED'] },
      country: { kind: 'set', mode: 'in', values: ['PT', 'DE'] },
      pushConsent: { kind: 'flag', value: false },
      lastSeen: { kind: 'instant', range: { isEmpty: true } },
      created: { kind: 'instant', range: { from: '2026-01-01T00:00:00.000Z', to: null } },
      online: { kind: 'flag', value: true },
    }),
  ).toEqual({
    state: { notIn: ['ERASED'] },
    country: { in: ['PT', 'DE'] },
    pushConsent: false,
    lastSeen: { isEmpty: true },
    created: { from: '2026-01-01T00:00:00.000Z' },
    online: true,
  });
});

it('matches nothing for a state that does not exist, instead of everything', () => {
  expect(accountFilterInput({ state: { kind: 'set', mode: 'in', values: ['SLEEPING'] } })).toEqual({
    state: { in: [] },
  });
});
