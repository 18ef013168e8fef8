import { describe, expect, it } from 'vitest';
import { periodOf, spanWindow, within } from '../chart/points-period.ts';
import { createAttemptStore } from './adjustment-attempt.ts';
import { checkAdjustment, serverProblems } from './adjustment-check.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

describe('an adjustment', () => {
  const owner = { type: 'STORE', id: 'a' } as const;
  const content = { direction: 'CREDIT', amount: 5, reason: 'r' } as const;

  it('without an answer keeps its key for the same content, owner by owner, until it is answered', () => {
    const storage = memory();
    const store = createAttemptStore(() => storage);
    const first = store.begin(owner, content);
    expect(createAttemptStore(() => storage).open(owner)).toEqual(first);
    expect(store.begin(owner, content).key).toBe(first.key);
    expect(store.begin({ ...owner, id: 'b' }, content).key).not.toBe(first.key);
    expect(store.begin(owner, { ...content, amount: 6 }).key).not.toBe(first.key);
    store.end(owner);
    expect(store.open(owner)).toBeNull();
    expect(store.begin(owner, content).key).not.toBe(first.key);
  });

  it('reports problems that the server would find, each on its field', () => {
    const wallet = { balance: 100, max: 1_000_000 };
    const form = { direction: 'DEBIT', amount: 100, confirmation: null, reason: 'r' } as const;
    expect(checkAdjustment(form, wallet)).toEqual({});
    expect(checkAdjustment({ ...form, amount: 101 }, wallet)).toEqual({ amount: 'insufficient' });
    expect(checkAdjustment({ ...form, amount: 1.5, reason: ' ' }, wallet)).toEqual({
      amount: 'amount',
      reason: 'required',
    });
    const large = { ...form, direction: 'CREDIT', amount: 50_001 } as const;
    expect(checkAdjustment(large, wallet)).toEqual({ confirmAmount: 'confirm' });
    expect(checkAdjustment({ ...large, confirmation: 50_001 }, wallet)).toEqual({});
    expect(checkAdjustment({ ...large, amount: 1_000_001 }, wallet)).toEqual({ amount: 'too-large' });
    expect(serverProblems({ 'input.amount': [{ rule: 'too-large' }], 'input.key': [{ rule: 'invalid' }] })).toEqual({
      amount: 'too-large',
    });
  });
});

describe('a period', () => {
  const now = new Date('2026-11-21T14:31:52.500Z');
  const begin = '2026-01-05T09:00:30.000Z';

  it('has whole minutes, starts with the wallet and ends a moment after now', () => {
    expect(periodOf(null, begin, now)).toEqual({ from: '2026-01-05T09:00:00.000Z', to: '2026-11-21T14:32:00.000Z' });
    expect(periodOf({ withinDays: 30 }, begin, now)?.from).toBe('2026-10-22T14:31:00.000Z');
    expect(periodOf({ olderThanDays: 30 }, begin, now)?.to).toBe('2026-10-22T14:31:00.000Z');
    const to = '2026-02-01T00:00:00.000Z';
    expect(periodOf({ from: null, to }, begin, now)).toEqual({ from: '2026-01-05T09:00:00.000Z', to });
    expect(periodOf({ from: null, to: '2025-02-01T00:00:00.000Z' }, begin, now)).toBeNull();
  });

  it('is cut by months as a zone has them', () => {
    const march = spanWindow('2026-03-01', 'month', 'Europe/Berlin');
    expect(march).toEqual({ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z' });
    expect(spanWindow('2026-12-01', 'month', 'UTC').to).toBe('2027-01-01T00:00:00.000Z');
    const period = { from: '2026-03-10T00:00:00.000Z', to: '2026-05-01T00:00:00.000Z' };
    expect(within(period, march)).toEqual({ from: period.from, to: march.to });
  });
});
