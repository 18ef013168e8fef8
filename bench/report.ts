import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

/** One line of a benchmark's table. */
export interface Row {
  /** Number of the promise, such as P1, or nothing. */
  promise?: string;
  name: string;
  figure: number;
  unit: string;
  /** What the figure is compared with, in words. */
  comparedWith?: string;
  /** The goal and the floor; `atLeast` tells which way is better. */
  goal?: number;
  floor?: number;
  atLeast?: boolean;
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });

function verdict(row: Row): string {
  if (row.goal === undefined) return '';
  const reaches = (limit: number): boolean => (row.atLeast ? row.figure >= limit : row.figure <= limit);
  if (reaches(row.goal)) return 'goal';
  if (row.floor !== undefined && reaches(row.floor)) return 'floor';
  return 'MISSED';
}

/** Prints the table and writes `artifacts/bench-<name>.json`. */
export async function report(name: string, rows: readonly Row[]): Promise<void> {
  const table = rows.map((row) => [
    row.promise ?? '',
    row.name,
    number.format(row.figure),
    row.unit,
    row.comparedWith ?? '',
    row.goal === undefined ? '' : `${row.atLeast ? '>=' : '<='} ${number.format(row.goal)}`,
    verdict(row),
  ]);
  const head = ['', 'name', 'figure', 'unit', 'compared with', 'goal', ''];
  const widths = head.map((_, index) => Math.max(...[head, ...table].map((cells) => (cells[index] ?? '').length)));
  for (const cells of [head, ...table]) {
    console.log(
      cells
        .map((cell, index) => (index === 2 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    );
  }
  await mkdir('artifacts', { recursive: true });
  const machine = { node: process.version, cpus: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) };
  await writeFile(
    `artifacts/bench-${name}.json`,
    `${JSON.stringify({ name, at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
  );
}
