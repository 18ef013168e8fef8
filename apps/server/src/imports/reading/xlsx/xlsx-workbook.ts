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
      const target = targets.get(attribute('r:id') ?? '');
      if (target === undefined) return;
      const part = target.startsWith('/') ? target.slice(1) : posix.join('xl', target);
      if (archive.has(part)) sheets.push({ name: (attribute('name') ?? '').slice(0, 100), part });
    },
    close: () => undefined,
  });
  if (sheets.length === 0 || sheets.length > SHEETS_MAX) throw new TableError('file-damaged');
  return { sheets, isFrom1904 };
}

/** Indexes of cell styles that show a date. */
export async function readDateStyles(archive: XlsxArchive): Promise<ReadonlySet<number>> {
  const dates = new Set<number>();
  if (!archive.has('xl/styles.xml')) return dates;
  const formats = new Set(DATE_FORMATS);
  let isCells = false;
  let index = 0;
  await readWholeXml(await archive.description('xl/styles.xml'), {
    open: (name, attribute) => {
      if (name === 'numFmt' && showsDay(attribute('formatCode') ?? '')) formats.add(Number(attribute('numFmtId')));
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      if (formats.has(Number(attribute('numFmtId')))) dates.add(index);
      index += 1;
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return dates;
}

/**
 * Whether a format contains a day or year, ignoring literals, colours and currencies, also those that do not end.
 * @throws TableError `file-damaged`
 */
function showsDay(format: string): boolean {
  if (format.length > FORMAT_MAX) throw new TableError('file-damaged');
  return /[dy]/i.test(format.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, ''));
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
