/** An id of the database, which people can't read. */
export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
const UUIDS = new RegExp(UUID, 'gi');

/** The text with a word instead of each id in it. */
export function withoutIds(text: string, word: string): string {
  return text.replaceAll(UUIDS, word);
}
