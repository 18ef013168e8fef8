import { strToU8, zipSync } from 'fflate';

/** A cell: a text, a number, a day (as its serial number) or raw XML. */
export type TestCell = string | number | { readonly xml: string } | { readonly day: number };

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook like those of spreadsheets: shared strings, a date style, sheets by name. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly TestCell[])[]>>,
  parts: Readonly<Record<string, string>> = {},
): Buffer {
  const strings: string[] = [];
  const names = Object.keys(sheets);
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': strToU8(`${HEAD}<Types/>`),
    'xl/workbook.xml': strToU8(
      `${HEAD}<workbook ${MAIN} xmlns:r="r"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `${HEAD}<Relationships>${names.map((_name, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    'xl/styles.xml': strToU8(
      `${HEAD}<styleSheet ${MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
  };
  for (const [index, name] of names.entries()) {
    files[`xl/worksheets/sheet${index + 1}.xml`] = strToU8(sheetXml(sheets[name] ?? [], strings));
  }
  files['xl/sharedStrings.xml'] = strToU8(
    `${HEAD}<sst ${MAIN}>${strings.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  );
  for (const [name, content] of Object.entries(parts)) files[name] = strToU8(content);
  return Buffer.from(zipSync(files, { level: 6 }));
}

function sheetXml(rows: readonly (readonly TestCell[])[], strings: string[]): string {
  const body = rows.map((cells, index) => {
    const xml = cells.map((cell, column) => {
      const name = `${String.fromCharCode(65 + column)}${index + 1}`;
      if (typeof cell === 'number') return `<c r="${name}"><v>${cell}</v></c>`;
      if (typeof cell === 'string') return `<c r="${name}" t="s"><v>${strings.push(cell) - 1}</v></c>`;
      return 'day' in cell ? `<c r="${name}" s="1"><v>${cell.day}</v></c>` : cell.xml.replaceAll('$REF', name);
    });
    return `<row r="${index + 1}">${xml.join('')}</row>`;
  });
  return `${HEAD}<worksheet ${MAIN}><sheetData>${body.join('')}</sheetData></worksheet>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
