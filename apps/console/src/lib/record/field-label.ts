import type { MessageKey } from '@backcounter/i18n';
import { isKey } from '../settings/message-key.ts';

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/s$/, '');

/** The first key with a text; null without one. */
export const firstKey = (...keys: readonly (string | undefined)[]): MessageKey | null => keys.find(isKey) ?? null;

/**
 * Keys of the label of a field in a list, best first: `<noun>.field.<name>` with the list's noun, such as `store` or
 * `giveaway.entry`, and the label of a field that many records have. Texts in several languages are named `nameI18n`.
 */
export function fieldKeys(list: string, field: string): readonly string[] {
  const words = list.toLowerCase().split('_');
  const one = [...words.slice(0, -1), singular(words.at(-1) ?? '')];
  const nouns = [one.join('-'), one.join('.'), words.length > 1 ? words[0] : one[0]];
  const own = nouns.flatMap((noun) => [`${noun}.field.${field}`, `${noun}.field.${field}I18n`]);
  return [...own, `crud.field.${field.replace(/I18n$/, '')}`];
}
