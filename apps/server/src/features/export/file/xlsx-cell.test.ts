import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellXml, textXml } from './xlsx-cell.ts';

const numberIn = (xml: string) => /<v>(.*)<\/v>/.exec(xml)?.[1];
const textIn = (xml: string) => /<t(?: xml:space="preserve")?>([\s\S]*)<\/t>/.exec(xml)?.[1];

describe('cells', () => {
  it('store instants as days, in local time of their zone', () => {
    expect(cellXml('A1', '2026-11-21 12:00:00+01', 'INSTANT')).toBe('<c r="A1" s="2"><v>46347.5</v></c>');
    expect(numberIn(cellXml('A1', '2026-07-01 18:00:00.5+05:30', 'INSTANT'))).toBe(String(46204.75 + 0.5 / 86_400));
    expect(cellXml('A1', '1980-02-29', 'DATE')).toBe('<c r="A1" s="1"><v>29280</v></c>');
    expect(numberIn(cellXml('A1', '1900-03-01', 'DATE'))).toBe('61');
  });

  it('store numbers as numbers if spreadsheets keep them exactly, and as text otherwise', () => {
    for (const [value, kind] of [
      ['1899-12-31', 'DATE'],
      ['10000-01-01', 'DATE'],
      ['infinity', 'INSTANT'],
      ['9007199254740993', 'NUMBER'],
      ['1234567890.123456', 'NUMBER'],
      ['NaN', 'NUMBER'],
    ] as const)
      expect(textIn(cellXml('A1', value, kind))).toBe(value);
    for (const value of ['0', '-12', '1.50', '999999999999999', '0.000123456789012345'])
      expect(cellXml('A1', value, 'NUMBER')).toBe(`<c r="A1"><v>${value}</v></c>`);
  });

  it('are truncated at the limit of spreadsheets, never inside a character', () => {
    const cut = textIn(textXml('A1', '😀'.repeat(20_000))) ?? '';
    expect(cut.length).toBeLessThanOrEqual(32_767);
    expect(cut.isWellFormed() && cut.endsWith('…')).toBe(true);
  });

  it("preserve text that looks like an escape, and escape characters that XML can't contain", () => {
    expect(textIn(textXml('A1', '_x0041_ _x00'))).toBe('_x005F_x0041_ _x00');
    expect(textIn(cellXml('A1', 'a\\tb\\\\n\\n\\b😀', 'TEXT'))).toBe('a\tb\\n\n_x0008_😀');
    expect(textIn(textXml('A1', '<a & b>\r'))).toBe('&lt;a &amp; b&gt;_x000D_');
    expect(textXml('A1', ' a')).toContain('<t xml:space="preserve"> a</t>');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the ones that XML 1.0 forbids
        expect(textXml('A1', text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
      }),
    );
  });
});
