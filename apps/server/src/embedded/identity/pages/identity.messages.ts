import type { TextLanguage } from '../../../mail/text-language.ts';
import { ARABIC } from './identity.messages.ar.ts';
import { GERMAN } from './identity.messages.de.ts';
import { ENGLISH, type IdentityMessages, type MessageKey } from './identity.messages.en.ts';
import { SPANISH } from './identity.messages.es.ts';
import { FRENCH } from './identity.messages.fr.ts';
import { pageLocale } from './page-language.ts';

export type { MessageKey };

const MESSAGES: Readonly<Record<TextLanguage, IdentityMessages>> = {
  'en-US': ENGLISH,
  'de-DE': GERMAN,
  'ar-EG': ARABIC,
  'fr-FR': FRENCH,
  'es-ES': SPANISH,
};

/** The text of a key in the language of the current page. */
export function text(key: MessageKey, params: Readonly<Record<string, string | number>> = {}): string {
  return textIn(pageLocale(), key, params);
}

/** The text of a key in a language. */
export function textIn(
  language: TextLanguage,
  key: MessageKey,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return MESSAGES[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

/** "45 seconds", "2 minutes". */
export function waitText(waitS: number): string {
  const [value, unit] = waitS < 90 ? ([waitS, 'second'] as const) : ([Math.ceil(waitS / 60), 'minute'] as const);
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
