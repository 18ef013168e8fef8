// `npm run seconds`: copies the durations of the last `npm test` into the tables of docs/testing.md.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRun } from './seconds-table.mjs';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENT = join(ROOT, 'docs/testing.md');
const run = JSON.parse(readFileSync(join(ROOT, 'artifacts/seconds.json'), 'utf8'));
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
writeFileSync(DOCUMENT, withRun(readFileSync(DOCUMENT, 'utf8'), commit, run));
execFileSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', DOCUMENT], { cwd: ROOT });
