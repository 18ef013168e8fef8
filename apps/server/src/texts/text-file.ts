import { flattenMessages, writeMessageFile } from '@backcounter/i18n/messages';

/** The file of texts to the byte: equal texts make equal bytes, whoever writes it. */
export function fileOfTexts(texts: readonly { readonly key: string; readonly value: string }[]): string {
  return writeMessageFile(Object.fromEntries(texts.map(({ key, value }) => [key, value])));
}

/** Texts of a file by key, flat or nested. @throws SyntaxError for what is no JSON */
export function textsOfFile(content: string): readonly (readonly [key: string, text: string])[] {
  return Object.entries(flattenMessages(JSON.parse(content.replace(/^\ufeff/, ''))));
}
