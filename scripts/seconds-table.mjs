// The table of durations in docs/testing.md.

/** Number of files listed. */
const SLOWEST = 15;

/**
 * @typedef {object} Run Content of artifacts/seconds.json, which `npm test` writes.
 * @property {number} total
 * @property {Record<string, number>} parts
 * @property {{ file: string, seconds: number }[]} files
 */

/** @param {(string | number)[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;
const cellsOf = (/** @type {string} */ text) =>
  text
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * Changes the rows of the table with the given first column.
 * @param {string[]} lines @param {string} column @param {(columns: string[], rows: string[]) => string[]} change
 */
function changeTable(lines, column, change) {
  const head = lines.findIndex((text) => cellsOf(text)[0] === column);
  if (head === -1) throw new Error(`There is no table of "${column}"`);
  const begin = head + 2;
  const length = lines.slice(begin).findIndex((text) => !text.startsWith('|'));
  const end = length === -1 ? lines.length : begin + length;
  lines.splice(begin, end - begin, ...change(cellsOf(lines[head] ?? ''), lines.slice(begin, end)));
}

/**
 * The document with a row for the run of a commit, replacing an existing one, and with the slowest files of the run.
 * @param {string} document @param {string} commit @param {Run} run
 */
export function withRun(document, commit, run) {
  const lines = document.split('\n');
  changeTable(lines, 'commit', (columns, rows) => [
    ...rows.filter((row) => cellsOf(row)[0] !== commit),
    line(columns.map((name) => (name === 'commit' ? commit : name === 'total' ? run.total : (run.parts[name] ?? '–')))),
  ]);
  const slowest = run.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  changeTable(lines, 'file', () => slowest.map(({ file, seconds }) => line([file, Math.round(seconds)])));
  return lines.join('\n');
}
