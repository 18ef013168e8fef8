import { strToU8, zipSync } from 'fflate';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

/** A workbook of texts, sheet by sheet. */
export function workbookOf(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': strToU8(
      `<workbook ${MAIN} xmlns:r="r"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${names.map((_name, index) => `<Relationship Id="s${index}" Target="worksheets/sheet${index}.xml"/>`).join('')}</Relationships>`,
    ),
  };
  for (const [index, rows] of Object.values(sheets).entries()) {
    const body = rows.map((cells) => `<row>${cells.map(cellXml).join('')}</row>`).join('');
    files[`xl/worksheets/sheet${index}.xml`] = strToU8(`<worksheet ${MAIN}><sheetData>${body}</sheetData></worksheet>`);
  }
  return Buffer.from(zipSync(files));
}

function cellXml(text: string): string {
  return `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
}
