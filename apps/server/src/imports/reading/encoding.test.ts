import { encodingLabel, IMPORT_ENCODINGS } from '@backcounter/domain/import';
import { expect, it } from 'vitest';
import { encodingOf } from './encoding.ts';

/** Bytes of a text in an encoding of single bytes. */
function encoded(text: string, label: string): Buffer {
  const decoder = new TextDecoder(label);
  const signs = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Buffer.from([...text].map((sign) => signs.indexOf(sign)));
}

it('every encoding is one of the standard', () => {
  for (const encoding of IMPORT_ENCODINGS) expect(new TextDecoder(encodingLabel(encoding)).encoding).toBeTruthy();
});

it.each([
  ['a short German text', 'Müller; Söhne', 'windows-1252'],
  ['German names among others', 'fb-1;Jörg\nfb-2;Straße 5\nfb-3;Äpfel', 'windows-1252'],
])('%s is sure: every encoding that gives words gives the same ones [import 7]', (_what, text, label) => {
  expect(encodingOf(encoded(text, label))).toEqual({ encoding: 'WINDOWS_1252', choices: [] });
});

it.each([
  ['French', 'Hélène Françoise', 'windows-1252'],
  ['Polish', 'Łódź, Żaneta', 'windows-1250'],
  ['Czech', 'Dvořák, Příbram', 'iso-8859-2'],
  ['Russian', 'Наталья Ёлкина', 'windows-1251'],
  ['Russian of Unix', 'Наталья Смирнова', 'koi8-r'],
  ['Russian of DOS', 'Наталья Смирнова', 'ibm866'],
  ['Greek', 'Αθηνά Παππά', 'windows-1253'],
  ['Turkish', 'Gülşah Yıldız', 'windows-1254'],
  ['Hebrew', 'שלום כהן', 'windows-1255'],
  ['Arabic', 'محمد عبد', 'windows-1256'],
  ['German of a Mac', 'Jörg Müller', 'macintosh'],
  ['French of a Mac', 'Benoît Lefèvre', 'macintosh'],
])('%s is a choice, with its lines, and nothing is assumed [import 7]', (_what, text, label) => {
  const { choices } = encodingOf(encoded(`1;${text};x\n2;plain;y\n`, label));
  expect(choices.map(({ lines }) => lines)).toContainEqual([`1;${text};x`]);
});

it('Unicode shows itself, also where the sample ends inside a character', () => {
  const text = Buffer.from('a;日本');
  expect(encodingOf(text.subarray(0, text.length - 1))).toEqual({ encoding: 'UTF_8', choices: [] });
  expect(encodingOf(Buffer.from('\ufeffa;Ж', 'utf16le')).encoding).toBe('UTF_16LE');
});
