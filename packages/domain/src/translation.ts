import { z } from 'zod';
import { isVisibleText } from './values/localized-text.ts';

/**
 * State of a text in one language. MISSING: readers see English; INVALID: the English text changed so that it can't be
 * displayed; STALE: the English text changed since it was translated; RETIRED: the product no longer uses the key.
 */
export const TRANSLATION_STATES = ['MISSING', 'INVALID', 'STALE', 'TRANSLATED', 'RETIRED'] as const;
/** One of the states. */
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** Action on a published file of texts. SHIPPED: part of the product. */
export const TRANSLATION_PUBLICATION_ACTIONS = ['SHIPPED', 'PUBLISHED', 'ROLLED_BACK', 'WITHDRAWN'] as const;
/** One of the actions. */
export type TranslationPublicationAction = (typeof TRANSLATION_PUBLICATION_ACTIONS)[number];

/** Limits of translations; the database enforces them as well. */
export const TRANSLATION_LIMITS = {
  valueMaxLength: 2_000,
  nameMaxLength: 100,
  noteMaxLength: 300,
  /** Of one client. */
  keysMax: 20_000,
  languagesMax: 100,
  /** Changes of a comparison per request. */
  changesMax: 500,
} as const;

/** Pseudo-locales that are generated from the English texts for tests; not translatable. */
const PSEUDO = ['en-XA', 'ar-XB'];

/** A language with its country. Breaks rules `locale-country` and `pseudo-locale`. */
export const translationLocale = z
  .string()
  .regex(/^[a-z]{2,3}-[A-Z]{2}$/, { error: 'locale-country' })
  .refine((locale) => !PSEUDO.includes(locale), { error: 'pseudo-locale' });

/** A language's name for itself. */
export const translationLanguageName = z
  .string()
  .trim()
  .min(1)
  .max(TRANSLATION_LIMITS.nameMaxLength)
  .refine((name) => isVisibleText(name) && !/[\t\n]/.test(name), { error: 'characters' });

/** A text as entered; its syntax and placeholders are checked against the English text. */
export const translationValue = z
  .string()
  .min(1)
  .max(TRANSLATION_LIMITS.valueMaxLength)
  .refine(isVisibleText, { error: 'characters' });

/** Reason for a publication, rollback or withdrawal. */
export const translationNote = z
  .string()
  .trim()
  .min(1)
  .max(TRANSLATION_LIMITS.noteMaxLength)
  .refine(isVisibleText, { error: 'characters' });
