import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { Report } from './report.ts';

const NAME = `test-${process.pid}`;
const FILE = join('artifacts', `bench-${NAME}.json`);
let printed: MockInstance<typeof console.log>;
beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  printed.mockRestore();
  rmSync(FILE, { force: true });
});

const lines = () => printed.mock.calls.map(([line]) => String(line));

it('prints each row when it is added, in columns of fixed width', () => {
  const report = new Report(NAME, 2);
  report.add({ name: 'pages', figure: 1_234, unit: 'pages/s' });
  expect(lines()).toHaveLength(2);
  report.add({ promise: 'P1', name: 'slow', figure: 3, unit: 'x', goal: 1, comparedWith: 'SQL' });
  const [head = '', first = '', second = ''] = lines();
  expect(first.trim()).toMatch(/^pages +1,234 +pages\/s$/);
  expect(second).toMatch(/^P1 +slow +3 +x +<= 1 +MISSED +SQL$/);
  const endsOfFigures = [head.indexOf('figure') + 6, first.indexOf('1,234') + 5, second.search(/3 +x/) + 1];
  expect(new Set(endsOfFigures).size).toBe(1);
});

it('writes all rows at the end, and does not fail on a missed goal', async () => {
  const report = new Report(NAME, 1);
  report.add({ name: 'slow', figure: 3, unit: 'x', goal: 1 });
  await report.finish();
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toMatchObject({ name: NAME, rows: [{ name: 'slow', figure: 3 }] });
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('fails where a figure is %s, and names its row', async (figure) => {
  const report = new Report(NAME, 2);
  report.add({ name: 'broken', figure, unit: 'x' }, { name: 'whole', figure: 1, unit: 'x' });
  await expect(report.finish()).rejects.toThrow(/^No figure for: broken$/);
});

it('fails where a row is missing', async () => {
  const report = new Report(NAME, 2);
  report.add({ name: 'only', figure: 1, unit: 'x' });
  await expect(report.finish()).rejects.toThrow('1 rows instead of 2');
});
