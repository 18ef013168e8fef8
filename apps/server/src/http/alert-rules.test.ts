import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Series, seriesOf } from '../testing/prometheus-text.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const RULES = read('deploy/prometheus-alerts.yml');
const DASHBOARD = read('deploy/grafana-dashboard.json');
const PAGE = read('docs/monitoring.md');

let test: TestApp;
let series: readonly Series[];
beforeAll(async () => {
  test = await createTestApp({
    replica: { isUsable: true, lagMs: 0 } as never,
    provenBackup: () => null,
    isReady: async () => ({ isReady: false, checks: {} }),
  });
  await test.app.inject('/readyz');
  await test.send('{ viewer { sub } }');
  await test.app.inject('/graphql/stream');
  series = [...seriesOf((await test.app.inject('/metrics')).body), { name: 'up', labels: {}, value: 1 }];
});
afterAll(() => test.close());

/** Labels that the scrape adds. */
const OF_SCRAPE = ['job', 'instance'];
const WORDS = ['and', 'or', 'unless', 'on', 'by'];

/** Metrics and labels of an expression that the product doesn't have. */
function unknownOf(expression: string): string[] {
  const plain = expression.replaceAll(/\[[^\]]*\]/g, '');
  const matched = [...plain.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', selector = '']) =>
    [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].flatMap(([, label = '', how, value = '']) => {
      if (OF_SCRAPE.includes(label)) return [];
      const fits = how?.endsWith('~') ? new RegExp(`^(?:${value})$`) : { test: (given: string) => given === value };
      const isKnown = series.some(({ name: each, labels }) => each === name && fits.test(labels[label] ?? ''));
      return isKnown ? [] : [`${name}{${label}${how}"${value}"}`];
    }),
  );
  const grouped = [...plain.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const names = plain.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, '').matchAll(/[a-z_][a-z0-9_]*(?![a-z0-9_]|\s*\()/gi);
  return [
    ...matched,
    ...grouped.filter((label) => !OF_SCRAPE.includes(label) && !series.some(({ labels }) => label in labels)),
    ...[...names]
      .map(([name]) => name)
      .filter((name) => !WORDS.includes(name) && !series.some((each) => each.name === name)),
  ];
}

/** The expressions of the alerts by name. */
const alerts = new Map(
  RULES.split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) => {
      const [, expression = ''] = /^ {8}expr: ([\s\S]*?)^ {8}(?:for|labels):/m.exec(rule) ?? [];
      return [rule.slice(0, rule.indexOf('\n')), expression.replace(/^\|/, '')] as const;
    }),
);

/** The first cells of a table below a heading. */
function firstCells(heading: string): string[] {
  const section = PAGE.split(/^## /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| (.*?) +\|/gm)].map(([, cell = '']) => cell).slice(2);
}

it.each([...alerts])('%s uses metrics and labels that exist', (_name, expression) => {
  expect(expression).not.toBe('');
  expect(unknownOf(expression)).toEqual([]);
});

it('the dashboard uses metrics and labels that exist', () => {
  const expressions = [...DASHBOARD.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text));
  expect(expressions.length).toBeGreaterThan(15);
  expect(expressions.flatMap(unknownOf)).toEqual([]);
});

it('finds a metric, a label and a value that do not exist', () => {
  for (const wrong of ['made_up', 'up{state="open"}', 'sum by (colour) (up)', 'database_connections{state="lost"} > 0'])
    expect(unknownOf(wrong)).toHaveLength(1);
});

it('has one line for each alert in docs/monitoring.md, with what to do', () => {
  expect(firstCells('Alerts').map((cell) => cell.replaceAll('`', ''))).toEqual([...alerts.keys()]);
  expect(PAGE).not.toMatch(/^\| `Backcounter\w+` +\|[^|]*\| +\|/m);
});

it('shows each metric of the product on the dashboard and describes it in docs/monitoring.md', () => {
  const own = [...new Set(series.map(({ name }) => name.replace(/(_seconds)_(bucket|sum|count)$/, '$1')))].filter(
    (name) => !/^(process|nodejs|up$)/.test(name),
  );
  expect(own.filter((name) => !DASHBOARD.includes(name))).toEqual([]);
  const described = firstCells('Metrics').flatMap((cell) => cell.match(/(?<=`)\w+(?=`)/g) ?? []);
  expect(described.sort()).toEqual(own.sort());
});
