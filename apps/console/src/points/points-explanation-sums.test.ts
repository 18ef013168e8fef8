import { expect, test } from 'vitest';
import { spanWindow } from './chart/points-period.ts';
import { type ExplanationPart, grouped, totalOf } from './points-explanation-sums.ts';

const part = (month: string, code: ExplanationPart['code'], credited: number, debited = 0): ExplanationPart => ({
  month,
  code,
  credited,
  debited,
  transfers: 2,
});

test('a balance is explained month by month, newest first, as long as there are not too many months', () => {
  const groups = grouped([
    part('2026-01-01', 'EARN', 5),
    part('2026-02-01', 'EARN', 7),
    part('2026-02-01', 'SPEND', 0, 3),
  ]);
  expect(groups.map(({ unit, first, sums }) => [unit, first, sums.length])).toEqual([
    ['month', '2026-02-01', 2],
    ['month', '2026-01-01', 1],
  ]);
  expect(grouped([])).toEqual([]);
});

test('many months are added up by year, and nothing is lost', () => {
  const parts = Array.from({ length: 30 }, (_each, index) => {
    const month = `${2024 + Math.floor(index / 12)}-${String(1 + (index % 12)).padStart(2, '0')}-01`;
    return [part(month, 'EARN', 10 + index), part(month, 'SPEND', 0, index)];
  }).flat();
  const groups = grouped(parts);
  expect(groups.map(({ unit, first }) => [unit, first])).toEqual([
    ['year', '2026-01-01'],
    ['year', '2025-01-01'],
    ['year', '2024-01-01'],
  ]);
  expect(groups[2]?.sums).toEqual([
    { code: 'EARN', credited: 186, debited: 0, transfers: 24 },
    { code: 'SPEND', credited: 0, debited: 66, transfers: 24 },
  ]);
  const sums = groups.flatMap((group) => group.sums);
  expect(sums.reduce((sum, { credited }) => sum + credited, 0)).toBe(totalOf(parts).credited);
});

test('a month and a year start and end by the zone', () => {
  expect(spanWindow('2025-12-01', 'month', 'Europe/Lisbon')).toEqual({
    from: '2025-12-01T00:00:00.000Z',
    to: '2026-01-01T00:00:00.000Z',
  });
  expect(spanWindow('2025-01-01', 'year', 'Asia/Tokyo')).toEqual({
    from: '2024-12-31T15:00:00.000Z',
    to: '2025-12-31T15:00:00.000Z',
  });
});
