import { flattenMessages, writeMessageFile } from '@backcounter/i18n/messages';

/** A message file. Equal texts give identical bytes. */
export function fileOfTexts(texts: readonly { readonly key: string; readonly value: string }[]): string {
  return writeMessageFile(Object.fromEntries(texts.map(({ key, value }) => [key, value])));
}

/** Texts of a flat or nested file, by key. @throws SyntaxError if `content` is not JSON */
export function textsOfFile(content: string): readonly (readonly [key: string, text: string])[] {
  return Object.entries(flattenMessages(JSON.parse(content.replace(/^\ufeff/, ''))));
}
