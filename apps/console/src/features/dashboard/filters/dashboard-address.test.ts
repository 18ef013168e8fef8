import { expect, it } from 'vitest';
import { decodeDashboard, encodeDashboard } from './dashboard-address.ts';
import { countDays, daysOf } from './dashboard-period.ts';

const AREA = '0198c0de-0000-7000-8000-000000000001';
const read = (text: string) => decodeDashboard(new URLSearchParams(text));

it('writes nothing for defaults, and reads back what it wrote [dashboard 2]', () => {
  const { question } = read('');
  expect(encodeDashboard(question)).toEqual({});
  for (const text of [
    'period=7d',
    'period=90d',
    'period=month',
    'period=2026-02-01..2026-02-28',
    'country=DE.PT',
    `area=${AREA}`,
    `period=7d&country=DE&area=${AREA}`,
  ]) {
    const { question: asked, problems } = read(text);
    expect(problems, text).toEqual([]);
    expect(new URLSearchParams(encodeDashboard(asked)).toString(), text).toBe(new URLSearchParams(text).toString());
  }
  expect(encodeDashboard(read('country=PT.DE&period=30d').question)).toEqual({ country: 'DE.PT' });
});

it.each([
  ['period=8d', 'damaged', 'period'],
  ['period=2026-02-30..2026-03-01', 'damaged', 'period'],
  ['period=2026-03-02..2026-03-01', 'damaged', 'period'],
  ['period=2025-01-01..2026-12-31', 'damaged', 'period'],
  ['period=', 'damaged', 'period'],
  ['country=not.DE', 'damaged', 'country'],
  ['country=de', 'damaged', 'country'],
  ['area=everywhere', 'damaged', 'area'],
  ['country=DE&country=PT', 'repeated', 'country'],
  ['state=ACTIVE', 'unknown', 'state'],
])('%s is left out and reported', (text, kind, key) => {
  const { question, problems } = read(text);
  expect(problems).toEqual([{ kind, key }]);
  expect(encodeDashboard(question)).toEqual({});
});

it('periods end today at the latest, and a future one has no days', () => {
  const today = '2026-03-02';
  expect(daysOf({ kind: 'last', days: 7 }, today)).toEqual({ from: '2026-02-24', to: today });
  expect(daysOf({ kind: 'this-month' }, today)).toEqual({ from: '2026-03-01', to: today });
  expect(daysOf({ kind: 'days', first: '2026-02-01', last: '2026-12-31' }, today)).toEqual({
    from: '2026-02-01',
    to: today,
  });
  expect(daysOf({ kind: 'days', first: '2026-03-03', last: '2026-03-03' }, today)).toBeNull();
  expect(countDays({ from: '2026-02-24', to: today })).toBe(7);
});
