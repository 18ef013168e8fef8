import { crc32, deflateRawSync } from 'node:zlib';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A file of an archive; its headers may be wrong on purpose. */
export interface Packed {
  readonly name: string;
  readonly content: string | Buffer;
  readonly claimedBytes?: number;
  readonly method?: number;
  readonly flags?: number;
}

/** Builds a ZIP archive exactly as described, even an invalid one. */
export function archiveOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes, method = 8, flags = 0 } of files) {
    const raw = Buffer.from(content);
    const packed = method === 0 ? raw : deflateRawSync(raw);
    const title = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(method, 4);
    head.writeUInt32LE(crc32(raw), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(claimedBytes ?? raw.length, 18);
    head.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, place, title);
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length & 0xffff, 4);
  end.writeUInt16LE(files.length & 0xffff, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\x05\x06'), end]);
}

/** The parts of a workbook with one sheet; each can be replaced. */
export function workbookParts(sheet: string | Buffer, parts: Readonly<Record<string, string | Buffer>> = {}): Packed[] {
  const all: Readonly<Record<string, string | Buffer>> = {
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="s" Target="worksheets/sheet.xml"/></Relationships>',
    'xl/worksheets/sheet.xml': sheet,
    ...parts,
  };
  return Object.entries(all).map(([name, content]) => ({ name, content }));
}

export const sheetOf = (rows: string): string => `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`;

export const rowOf = (...cells: readonly string[]): string =>
  `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
