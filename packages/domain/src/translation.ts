import { z } from 'zod';
import { isVisibleText } from './localized-text.ts';

/**
 * What a text of a language is. MISSING: readers see English; INVALID: the English text changed so that it cannot be shown; STALE: English
 * is another one than it was translated from; RETIRED: the product does not use the key any more.
 */
export const TRANSLATION_STATES = ['MISSING', 'INVALID', 'STALE', 'TRANSLATED', 'RETIRED'] as const;
/** One of the states. */
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** How readers came to a file of texts, or lost it. SHIPPED: with the product. */
export const TRANSLATION_PUBLICATION_ACTIONS = ['SHIPPED', 'PUBLISHED', 'ROLLED_BACK', 'WITHDRAWN'] as const;
/** One of the actions. */
export type TranslationPublicationAction = (typeof TRANSLATION_PUBLICATION_ACTIONS)[number];

/** Limits of translations; they hold in the database as well. */
export const TRANSLATION_LIMITS = {
  valueMaxLength: 2_000,
  nameMaxLength: 100,
  noteMaxLength: 300,
  /** Of one client. */
  keysMax: 20_000,
  languagesMax: 100,
  /** Changes of a comparison that are read at once. */
  changesMax: 500,
} as const;

/** Locales that are made from the English texts for tests, and are no languages to translate into. */
const PSEUDO = ['en-XA', 'ar-XB'];

/** A language with its country. Breaks rules `locale-country` and `pseudo-locale`. */
export const translationLocale = z
  .string()
  .regex(/^[a-z]{2,3}-[A-Z]{2}$/, { error: 'locale-country' })
  .refine((locale) => !PSEUDO.includes(locale), { error: 'pseudo-locale' });

/** Name of a language in its own words. */
export const translationLanguageName = z
  .string()
  .trim()
  .min(1)
  .max(TRANSLATION_LIMITS.nameMaxLength)
  .refine((name) => isVisibleText(name) && !/[\t\n]/.test(name), { error: 'characters' });

/** A text as people write it; its syntax and placeholders are checked against the English text. */
export const translationValue = z
  .string()
  .min(1)
  .max(TRANSLATION_LIMITS.valueMaxLength)
  .refine(isVisibleText, { error: 'characters' });

/** Why something is published, rolled back or withdrawn. */
export const translationNote = z
  .string()
  .trim()
  .min(1)
  .max(TRANSLATION_LIMITS.noteMaxLength)
  .refine(isVisibleText, { error: 'characters' });
