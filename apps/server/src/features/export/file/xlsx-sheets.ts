import type { ColumnKind } from '../../../db/copy-out.ts';
import { CELL_FORMATS, textXml } from './xlsx-cell.ts';
import { XlsxRows } from './xlsx-rows.ts';

/** Limits of one sheet. */
export interface SheetLimits {
  /** Rows, including the heading. */
  readonly rows: number;
  /** Bytes of XML; may be exceeded by one part. */
  readonly bytes: number;
}

/** Input of the sheets. */
export interface SheetRows {
  readonly headings: readonly string[];
  readonly kinds: readonly ColumnKind[];
  /** Bytes of COPY's text format, in chunks of any size. */
  readonly source: AsyncIterable<Uint8Array>;
  readonly limits: SheetLimits;
  /** Called with the rows so far, periodically and at the end; a rejection aborts the file. */
  readonly progress: (rows: number) => Promise<void>;
}

const OPEN =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
/** Keeps the heading visible while scrolling. */
const VIEW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
const CLOSE = '</sheetData></worksheet>';
/** Bytes of XML to collect before they are passed on: dead parts wait for the garbage collector, so they are small. */
const PART_LENGTH = 32 * 1024;
/** Room for the row that completes a part. */
const ROW_LENGTH = 4 * 1024;

const LF = 0x0a;

/**
 * Converts the rows of a COPY to the XML of sheets, one after the other: in one pass, with one part in memory at a
 * time.
 */
export class XlsxSheets {
  /** Rows so far, without headings. */
  rows = 0;
  /** True if no rows are left. */
  isDone = false;
  readonly #file: SheetRows;
  readonly #letters: readonly string[];
  readonly #xml: XlsxRows;
  readonly #chunks: AsyncIterator<Buffer>;
  #ready: Buffer = Buffer.alloc(0);
  #next = 0;

  constructor(file: SheetRows) {
    this.#file = file;
    this.#letters = file.headings.map((_heading, index) => columnLetters(index));
    this.#xml = new XlsxRows(file.kinds, this.#letters, PART_LENGTH + ROW_LENGTH);
    this.#chunks = wholeLines(file.source);
  }

  /** Waits for the first rows; call once, before the first sheet. */
  async begin(): Promise<void> {
    await this.#more();
  }

  /** Yields the XML of the next sheet; read it to its end before the one after it. */
  async *sheet(): AsyncGenerator<Buffer> {
    const { limits, headings, progress } = this.#file;
    const xml = this.#xml;
    const heading = headings.map((text, index) => textXml(`${this.#letters[index]}1`, text));
    xml.add(`${OPEN}${VIEW}${this.#widths()}<sheetData><row r="1">${heading.join('')}</row>`);
    let bytes = 0;
    for (let row = 2; row <= limits.rows && bytes < limits.bytes && !this.isDone; row += 1) {
      this.#next = xml.addRow(this.#ready, this.#next, row);
      this.rows += 1;
      if (xml.length > PART_LENGTH) {
        bytes += xml.length;
        yield xml.take();
        await progress(this.rows);
      }
      if (this.#next === this.#ready.length) await this.#more();
    }
    await progress(this.rows);
    xml.add(CLOSE);
    yield xml.take();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    this.isDone = done === true;
    this.#ready = done === true ? Buffer.alloc(0) : value;
    this.#next = 0;
  }

  #widths(): string {
    const widths = this.#file.kinds.flatMap((kind, index) => {
      if (kind !== 'DATE' && kind !== 'INSTANT') return [];
      const width = CELL_FORMATS[kind].code.length + 1;
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    });
    return widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`;
  }
}

/** Yields chunks of one or more whole lines. */
async function* wholeLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let begun: Uint8Array[] = [];
  for await (const chunk of source) {
    const end = chunk.lastIndexOf(LF) + 1;
    if (end === 0) begun.push(chunk);
    else {
      // Only the line that two chunks share is copied.
      const start = begun.length === 0 ? 0 : chunk.indexOf(LF) + 1;
      if (start > 0) yield Buffer.concat([...begun, chunk.subarray(0, start)]);
      if (end > start) yield Buffer.from(chunk.buffer, chunk.byteOffset + start, end - start);
      begun = end < chunk.length ? [chunk.subarray(end)] : [];
    }
  }
}

/** Returns the name of a column. 0: A, 25: Z, 26: AA. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
