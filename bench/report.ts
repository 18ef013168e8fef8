import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

/** One line of a benchmark's table. */
export interface Row {
  /** Number of the goal, such as P1, or nothing. */
  promise?: string;
  name: string;
  figure: number;
  unit: string;
  /** Reference of the figure, in words. */
  comparedWith?: string;
  /** The goal and the floor; `atLeast` says which direction is better. */
  goal?: number;
  floor?: number;
  atLeast?: boolean;
}

const number = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 });
/** Widths are fixed, because a row is printed before the next one is known; the last column is open. */
const WIDTHS = [4, 60, 10, 14, 9, 6, 0] as const;
const FIGURE = 2;

function verdict(row: Row): string {
  if (row.goal === undefined) return '';
  const reaches = (limit: number): boolean => (row.atLeast ? row.figure >= limit : row.figure <= limit);
  if (reaches(row.goal)) return 'goal';
  if (row.floor !== undefined && reaches(row.floor)) return 'floor';
  return 'MISSED';
}

/** One line in columns of fixed width. */
export function inColumns(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index === FIGURE ? cell.padStart(WIDTHS[index]) : cell.padEnd(WIDTHS[index] ?? 0)))
    .join('  ')
    .trimEnd();
}

function line(row: Row): string {
  return inColumns([
    row.promise ?? '',
    row.name,
    number.format(row.figure),
    row.unit,
    row.goal === undefined ? '' : `${row.atLeast ? '>=' : '<='} ${number.format(row.goal)}`,
    verdict(row),
    row.comparedWith ?? '',
  ]);
}

/** Number of rows of the measured parts. */
export function rowsOf<Part extends string>(parts: Record<Part, number>, isWanted: (part: Part) => boolean): number {
  return (Object.keys(parts) as Part[]).filter(isWanted).reduce((sum, part) => sum + parts[part], 0);
}

/** The table of a benchmark. Prints each row as soon as it is measured. */
export class Report {
  readonly #name: string;
  readonly #promised: number;
  readonly #rows: Row[] = [];

  /** @param promised Number of rows; any other number fails the benchmark. */
  constructor(name: string, promised: number) {
    this.#name = name;
    this.#promised = promised;
    console.log(inColumns(['', name, 'figure', 'unit', 'goal', '', 'compared with']));
  }

  add(...rows: readonly Row[]): void {
    this.#rows.push(...rows);
    for (const row of rows) console.log(line(row));
  }

  /** Writes `artifacts/bench-<name>.json`. Fails for a missing row or figure, never for the size of a figure. */
  async finish(): Promise<void> {
    const machine = { node: process.version, cpus: cpus().length, memoryGb: Math.round(totalmem() / 2 ** 30) };
    const content = { name: this.#name, at: new Date().toISOString(), machine, rows: this.#rows };
    await mkdir('artifacts', { recursive: true });
    await writeFile(`artifacts/bench-${this.#name}.json`, `${JSON.stringify(content, null, 2)}\n`);
    const empty = this.#rows.filter(({ figure }) => !Number.isFinite(figure)).map((row) => row.name);
    if (empty.length > 0) throw new Error(`No figure for: ${empty.join(', ')}`);
    if (this.#rows.length !== this.#promised) throw new Error(`${this.#rows.length} rows instead of ${this.#promised}`);
  }
}
