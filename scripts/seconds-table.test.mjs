import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withRun } from './seconds-table.mjs';

const DOCUMENT = `# Tests

| commit | check | e2e | total |
| ------ | ----: | --: | ----: |
| 1111111 | 1 | 2 | 3 |

Slowest:

| file | seconds |
| ---- | ------: |
| old.test.ts | 9 |
`;
const run = {
  total: 30,
  parts: { check: 10, e2e: 20 },
  files: [
    { file: 'e2e/a.test.ts', seconds: 1.4 },
    { file: 'e2e/b.test.ts', seconds: 7.6 },
  ],
};

it('adds a row for the commit and replaces the slowest files', () => {
  expect(withRun(DOCUMENT, '2222222', run)).toBe(`# Tests

| commit | check | e2e | total |
| ------ | ----: | --: | ----: |
| 1111111 | 1 | 2 | 3 |
| 2222222 | 10 | 20 | 30 |

Slowest:

| file | seconds |
| ---- | ------: |
| e2e/b.test.ts | 8 |
| e2e/a.test.ts | 1 |
`);
});

it('replaces the row of the same commit, and skips parts that did not run', () => {
  const lines = withRun(DOCUMENT, '1111111', { ...run, parts: { check: 5 } }).split('\n');
  expect(lines.filter((line) => line.includes('1111111'))).toEqual(['| 1111111 | 5 | – | 30 |']);
});

it('finds its tables in docs/testing.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../docs/testing.md'), 'utf8');
  const changed = withRun(document, '2222222', run);
  expect(changed).toMatch(/^\| 2222222 \| 10 \|.*\| 30 \|$/m);
  expect(changed).toContain('| e2e/b.test.ts | 8 |');
});
