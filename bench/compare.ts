import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { median } from './load.ts';
import { inColumns, type Row } from './report.ts';
import { isShort } from './size.ts';
import { verdictOf } from './verdict.ts';

const ROOT = join(import.meta.dirname, '..');
const RUNS = isShort ? 1 : 7;

/** One of two trees and the rows of each of its runs. */
interface Side {
  readonly tree: string;
  readonly runs: Row[][];
}

/**
 * `npm run bench -- compare REV [NAME]`: runs a benchmark (default `statements`) seven times on the code of a revision
 * and on this one, alternating, and prints the medians side by side. Both sides run the benchmark of this tree: the
 * revision may not have it.
 */
export async function compare(revision: string, name: string): Promise<void> {
  const prepare = [process.execPath, ['scripts/tree-of.mjs', revision]] as const;
  const said = execFileSync(...prepare, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const before: Side = { tree: said.trimEnd().split('\n').at(-1) ?? '', runs: [] };
  const after: Side = { tree: ROOT, runs: [] };
  for (let run = 1; run <= RUNS; run += 1) {
    console.log(`Run ${run} of ${RUNS}`);
    // Alternate which side goes first, too.
    for (const side of run % 2 === 1 ? [before, after] : [after, before]) side.runs.push(await rowsOf(side.tree, name));
  }
  console.log(inColumns(['', `${name}, medians of ${RUNS}`, revision.slice(0, 10), 'unit', 'now', '', '']));
  const mid = ({ runs }: Side, index: number): number => median(runs.map((rows) => rows[index]?.figure ?? Number.NaN));
  for (const [index, { promise = '', name: row, unit }] of (after.runs[0] ?? []).entries()) {
    const [old, now] = [mid(before, index), mid(after, index)];
    const { ratio, word } = verdictOf(unit, old, now);
    const words = word === 'equal' ? word : `${word}, ${number.format(ratio)} x`;
    console.log(inColumns([promise, row, number.format(old), unit, number.format(now), '', words]));
  }
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

/** One run of a benchmark on the code of a tree. */
async function rowsOf(tree: string, name: string): Promise<Row[]> {
  const child = spawn(process.execPath, [...process.execArgv, 'bench/run.ts', name, ...(isShort ? ['--short'] : [])], {
    cwd: ROOT,
    env: { ...process.env, BENCH_TREE: tree },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (child.exitCode !== 0) throw new Error(`${name} failed on ${tree}:\n${output}`);
  return (JSON.parse(readFileSync(join(ROOT, 'artifacts', `bench-${name}.json`), 'utf8')) as { rows: Row[] }).rows;
}
