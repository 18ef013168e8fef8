import { encodingLabel, IMPORT_ENCODINGS, type ImportEncoding } from '@backcounter/domain/import';
import { analyse } from 'chardet';

/** Lines of a sample as one encoding reads them. */
export interface EncodingChoice {
  readonly encoding: ImportEncoding;
  readonly lines: readonly string[];
}

/** The encoding of a text, and the readings to choose from where it is not certain. */
export interface FoundEncoding {
  readonly encoding: ImportEncoding;
  readonly choices: readonly EncodingChoice[];
}

/** Encodings of single-byte and East Asian files that people still have, the most frequent first. */
const LEGACY = IMPORT_ENCODINGS.filter((encoding) => !/^UTF|^ISO_8859_(?!2$|5$|7$|15$)|2022|8_I$/.test(encoding));
const CHOICES_MAX = 6;
const LINES_MAX = 3;
const LINE_MAX = 80;
/** Bytes that are enough. */
const FOREIGN_MAX = 20_000;
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script_Extensions=Arabic}/u,
  /\p{Script_Extensions=Hebrew}/u,
  /\p{Script_Extensions=Thai}/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
];

/**
 * The encoding of a text. Unicode shows itself. Windows-1252 is assumed where it alone gives words; otherwise people choose
 * among the readings that do, as the bytes of a short file fit many encodings.
 */
export function encodingOf(head: Buffer): FoundEncoding {
  const unicode = unicodeOf(head);
  if (unicode !== null) return { encoding: unicode, choices: [] };
  const lines = foreignLines(head);
  const sample = Buffer.concat(lines.map((line) => Buffer.concat([line, Buffer.from('\n')])));
  const [likely] = analyse(sample).map(({ name }) => name.toLowerCase().replaceAll('_', '-'));
  const readings = new Map<string, ImportEncoding>();
  for (const encoding of LEGACY.toSorted(
    (a, b) => Number(encodingLabel(b) === likely) - Number(encodingLabel(a) === likely),
  )) {
    const text = decoded(sample, encoding);
    if (text !== null && hasWords(text) && !readings.has(text)) readings.set(text, encoding);
  }
  const western = decoded(sample, 'WINDOWS_1252');
  if (western !== null && readings.has(western)) readings.set(western, 'WINDOWS_1252');
  if (readings.size === 0 || (readings.size === 1 && readings.has(western ?? '')))
    return { encoding: 'WINDOWS_1252', choices: readings.size === 0 ? [choiceOf('WINDOWS_1252', sample)] : [] };
  const choices = [...readings.values()].slice(0, CHOICES_MAX).map((encoding) => choiceOf(encoding, sample));
  return { encoding: choices[0]?.encoding ?? 'WINDOWS_1252', choices };
}

function unicodeOf(head: Buffer): ImportEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF_16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF_16BE';
  // Latin text in UTF-16 has a zero in every other byte.
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && odd > even * 4) return 'UTF_16LE';
  if (even > many && even > odd * 4) return 'UTF_16BE';
  return decoded(head, 'UTF_8') === null ? null : 'UTF_8';
}

/** The text, or null if it has bytes that the encoding has not. The last character may be cut off. */
function decoded(bytes: Buffer, encoding: ImportEncoding): string | null {
  try {
    return new TextDecoder(encodingLabel(encoding), { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Lines with other bytes than ASCII, which alone show the encoding. */
function foreignLines(head: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let length = 0;
  for (const line of head.toString('latin1').split(/[\r\n]+/)) {
    if (!/[\u0080-\u00ff]/.test(line)) continue;
    found.push(Buffer.from(line, 'latin1'));
    length += line.length;
    if (length > FOREIGN_MAX) break;
  }
  return found;
}

/** Signs that are control characters, of private use, parts of letters, or inside a word. */
const STRANGE = /[\u0080-\u009f\u02b0-\u02ff\ufb00-\ufb06\ufffd\p{Co}]|\p{L}(?![’‑–—])[^\p{ASCII}\p{L}\p{M}]\p{L}/u;

/** Whether words with other letters than ASCII are of one script, without signs or capitals inside. */
function hasWords(text: string): boolean {
  if (STRANGE.test(text)) return false;
  for (const [word] of text.matchAll(/[^\s\p{P}\d]+/gu)) {
    if (/^\p{ASCII}*$/u.test(word) || !/\p{L}/u.test(word)) continue;
    if (SCRIPTS.filter((script) => script.test(word)).length > 1) return false;
    if (/[^\p{L}\p{M}]|\p{L}\p{Lu}\p{Ll}|\p{Ll}\p{Lu}/u.test(word)) return false;
  }
  return true;
}

function choiceOf(encoding: ImportEncoding, sample: Buffer): EncodingChoice {
  const text = new TextDecoder(encodingLabel(encoding)).decode(sample);
  const lines = text.trimEnd().split('\n').slice(0, LINES_MAX);
  return { encoding, lines: lines.map((line) => line.slice(0, LINE_MAX).toWellFormed()) };
}
