import { posix } from 'node:path';
import { TableError } from '../../table-error.ts';
import type { XlsxArchive } from './xlsx-archive.ts';
import { readWholeXml } from './xlsx-xml.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** Name of its part. */
  readonly part: string;
}

/** Sheets and date system of a workbook. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Days are counted from 1904 instead of 1900. */
  readonly isFrom1904: boolean;
}

const WORKBOOK = 'xl/workbook.xml';
const SHEETS_MAX = 200;
/** As in spreadsheets. */
const FORMAT_MAX = 255;
/** Built-in formats that show a date (ECMA-376, section 18.8.30). */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 57]);

/** @throws TableError `file-damaged` for an archive that is not a workbook */
export async function readWorkbook(archive: XlsxArchive): Promise<Workbook> {
  const targets = new Map<string, string>();
  await readWholeXml(await archive.description('xl/_rels/workbook.xml.rels'), {
    open: (name, attribute) => {
      const target = attribute('Target');
      if (name === 'Relationship' && target !== undefined) targets.set(attribute('Id') ?? '', target);
    },
    close: () => undefined,
  });
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  await readWholeXml(await archive.description(WORKBOOK), {
    open: (name, attribute) => {
      if (name === 'workbookPr') isFrom1904 = isTrue(attribute('date1904'));
      if (name !== 'sheet') return;
      const target = targets.get(attribute(':id') ?? '');
      if (target === undefined) return;
      const part = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
      if (archive.has(part)) sheets.push({ name: (attribute('name') ?? '').slice(0, 100), part });
    },
    close: () => undefined,
  });
  if (sheets.length === 0 || sheets.length > SHEETS_MAX) throw new TableError('file-damaged');
  return { sheets, isFrom1904 };
}

/** Cell styles that show a number as a day, or by a pattern of zeros such as `00000`, by index. */
export type CellStyles = ReadonlyMap<number, 'day' | readonly string[]>;

export async function readStyles(archive: XlsxArchive): Promise<CellStyles> {
  const styles = new Map<number, 'day' | readonly string[]>();
  if (!archive.has('xl/styles.xml')) return styles;
  const formats = new Map<number, 'day' | readonly string[]>([...DATE_FORMATS].map((id) => [id, 'day']));
  let isCells = false;
  let index = 0;
  await readWholeXml(await archive.description('xl/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'numFmt') {
        const shown = shownAs(attribute('formatCode') ?? '');
        if (shown !== null) formats.set(Number(attribute('numFmtId')), shown);
      }
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      const shown = formats.get(Number(attribute('numFmtId')));
      if (shown !== undefined) styles.set(index, shown);
      index += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return styles;
}

/**
 * Whether a format has a day or year, ignoring literals, colours and currencies, also those that do not end; or the zeros
 * and literals of which it consists.
 * @throws TableError `file-damaged`
 */
function shownAs(format: string): 'day' | readonly string[] | null {
  if (format.length > FORMAT_MAX) throw new TableError('file-damaged');
  if (/[dy]/i.test(format.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, ''))) return 'day';
  const [first = ''] = format.split(';');
  const parts = first.match(/"[^"]*"|\\.|0|[-+ ()]|./gs) ?? [];
  const isPattern = parts.every((part) => /^("[^"]*"|\\.|[-0+ ()])$/s.test(part));
  const zeros = parts.filter((part) => part === '0').length;
  if (!isPattern || zeros === 0 || parts.length < 2) return null;
  return parts.map((part) => (part === '0' ? '0' : part.replace(/^\\|"/g, '')));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
