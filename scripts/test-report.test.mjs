import { expect, it } from 'vitest';
import { namesOfFailures, outcomeOfCommand, outcomeOfSteps, outcomeOfVitest, secondsOfFiles } from './test-report.mjs';

const test = (
  /** @type {string} */ title,
  /** @type {string} */ status,
  /** @type {string[]} */ failureMessages = [],
) => ({
  ancestorTitles: ['group'],
  title,
  status,
  failureMessages,
});

const testResults = [
  {
    name: '/repository/a.test.ts',
    status: 'failed',
    message: '',
    startTime: 1_000,
    endTime: 1_500,
    assertionResults: [
      test('works', 'passed'),
      test('breaks', 'failed', ['\u001b[31mAssertionError\u001b[39m: expected 2 to be 1\n    at a.ts:1']),
    ],
  },
  {
    name: '/repository/b.test.ts',
    status: 'failed',
    message: '\nENOENT: no such folder\n  at b.ts:1',
    startTime: 2_000,
    endTime: 5_000,
    assertionResults: [test('never ran', 'skipped')],
  },
];

it('names failed and skipped tests, and files that failed before their first test', () => {
  expect(outcomeOfVitest('tests', 1, '', { testResults }, '/repository')).toEqual({
    passed: 1,
    failed: [
      'tests > a.test.ts > group > breaks: AssertionError: expected 2 to be 1',
      'tests > b.test.ts: ENOENT: no such folder',
    ],
    skipped: ['tests > b.test.ts > group > never ran'],
  });
});

it('counts a run that failed outside of its tests, with the error that its output names', () => {
  const log = 'Unhandled Rejection\nError: socket hang up\n  at c.ts:1\nreport written\n';
  expect(outcomeOfVitest('e2e', 1, log, { testResults: [] }, '/repository').failed).toEqual([
    'e2e: ended with 1: Error: socket hang up',
  ]);
  expect(outcomeOfVitest('e2e', 137, 'half a line', null, '/repository').failed).toEqual([
    'e2e: ended with 137: half a line',
  ]);
  expect(outcomeOfCommand('build', 2, 'one\ntwo\n').failed).toEqual(['build: ended with 2: two']);
});

it('names the failed steps with the first of their problems', () => {
  const steps = [
    { name: 'types', passed: false, problems: ['a.ts(1,2): error\nb.ts'] },
    { name: 'lint', passed: true, problems: [] },
  ];
  expect(outcomeOfSteps('check', 1, '', steps)).toEqual({
    passed: 1,
    failed: ['check > types: a.ts(1,2): error'],
    skipped: [],
  });
  expect(outcomeOfSteps('check', 1, 'killed', [{ name: 'lint', passed: true }]).failed).toEqual([
    'check: ended with 1: killed',
  ]);
});

it('ends a run with at most forty names, none of them long', () => {
  const lines = namesOfFailures([...Array(50).keys()].map(String), ['x'.repeat(1000)]);
  expect(lines).toHaveLength(41);
  expect(lines[0]).toBe('failed: 0');
  expect(lines.at(-1)).toBe('and 11 more, in artifacts/');
  expect(namesOfFailures([], ['x'.repeat(1000)])[0]).toHaveLength(240);
  expect(namesOfFailures([], [])).toEqual([]);
});

it('lists the duration of each file, the longest first, and nothing for a run without a report', () => {
  expect(secondsOfFiles({ testResults }, '/repository')).toEqual([
    { file: 'b.test.ts', seconds: 3 },
    { file: 'a.test.ts', seconds: 0.5 },
  ]);
  expect(secondsOfFiles(null, '/repository')).toEqual([]);
});
