import { IMPORT_DELIMITERS, type ImportDelimiter } from '@backcounter/domain/import';
import { DELIMITER_SIGNS } from './table-format.ts';

const LINES_MAX = 100;

/** The delimiter that a `sep=` line names, or else that splits most lines of a sample into the same number of cells. */
export function delimiterOf(text: string): ImportDelimiter {
  const named = /^\ufeff?sep=(.)\r?\n/i.exec(text)?.[1];
  const given = IMPORT_DELIMITERS.find((each) => DELIMITER_SIGNS[each] === named);
  if (given !== undefined) return given;
  const scores = IMPORT_DELIMITERS.map((delimiter) => {
    const counts = cellCounts(text, DELIMITER_SIGNS[delimiter]).filter((count) => count > 1);
    const times = Map.groupBy(counts, (count) => count);
    const [[cells, lines] = [0, []]] = [...times].sort(([a, x], [b, y]) => y.length - x.length || b - a);
    return { delimiter, cells, lines: lines.length };
  });
  const [best] = scores.sort((a, b) => b.lines - a.lines || b.cells - a.cells);
  return best?.delimiter ?? 'COMMA';
}

/** Cells of each line, where quotes at the start of a cell hide delimiters and line ends. */
function cellCounts(text: string, sign: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let isAtStart = true;
  for (const each of text) {
    if (each === '"' && (isQuoted || isAtStart)) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (each === '\n' || each === '\r') {
      if (!isAtStart || cells > 1) counts.push(cells);
      if (counts.length >= LINES_MAX) break;
      cells = 1;
    } else if (each === sign) cells += 1;
    isAtStart = each === sign || each === '\n' || each === '\r';
  }
  return counts.length > 0 ? counts : [cells];
}
