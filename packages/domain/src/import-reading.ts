// biome-ignore format: a line for each family
/** Character encodings of a text file: those of the WHATWG standard, the most frequent first. */
export const IMPORT_ENCODINGS = [
  'UTF_8', 'UTF_16LE', 'UTF_16BE',
  'WINDOWS_1252', 'WINDOWS_1250', 'WINDOWS_1251', 'WINDOWS_1253', 'WINDOWS_1254', 'WINDOWS_1255', 'WINDOWS_1256',
  'WINDOWS_1257', 'WINDOWS_1258', 'WINDOWS_874', 'MACINTOSH', 'X_MAC_CYRILLIC',
  'SHIFT_JIS', 'EUC_JP', 'ISO_2022_JP', 'GB18030', 'BIG5', 'EUC_KR', 'KOI8_R', 'KOI8_U', 'IBM866',
  'ISO_8859_2', 'ISO_8859_3', 'ISO_8859_4', 'ISO_8859_5', 'ISO_8859_6', 'ISO_8859_7', 'ISO_8859_8', 'ISO_8859_8_I',
  'ISO_8859_10', 'ISO_8859_13', 'ISO_8859_14', 'ISO_8859_15', 'ISO_8859_16',
] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** The label of an encoding for `TextDecoder`. */
export function encodingLabel(encoding: ImportEncoding): string {
  return encoding.toLowerCase().replaceAll('_', '-');
}

/** Delimiters between the cells of a text file. */
export const IMPORT_DELIMITERS = ['COMMA', 'SEMICOLON', 'TAB', 'BAR'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];
