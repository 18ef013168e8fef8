import { LOCALE_PATTERN, SOURCE_LOCALE } from '@backcounter/domain';
import type { ImportDefinition, ImportField, LocalizedImportField } from './import-definition.ts';

/** Languages offered as columns; others are recognised by their heading. */
const OFFERED_LOCALES = [SOURCE_LOCALE, 'de-DE', 'ar-EG', 'fr-FR', 'es-ES'] as const;

/** The field of a key such as `email` or `nameI18n.fr-FR`, or null. */
export function fieldOf({ fields }: ImportDefinition, key: string): ImportField | null {
  for (const field of fields) {
    if (field.kind !== 'LOCALIZED_TEXT') {
      if (field.key === key) return field;
    } else if (key.startsWith(`${field.key}.`)) {
      const locale = key.slice(field.key.length + 1);
      if (LOCALE_PATTERN.test(locale)) return inLocale(field, locale);
    }
  }
  return null;
}

/** Fields offered for every file, with localized texts once per language. */
export function offeredFields({ fields }: ImportDefinition): ImportField[] {
  return fields.flatMap((field) =>
    field.kind === 'LOCALIZED_TEXT' ? OFFERED_LOCALES.map((locale) => inLocale(field, locale)) : [field],
  );
}

/** The field of each heading, or null if unknown; each field is used once. */
export function guessMapping(definition: ImportDefinition, headers: readonly string[]): (string | null)[] {
  const taken = new Set<string>();
  return headers.map((header) => {
    const key = guess(definition, header);
    if (key === null || taken.has(key)) return null;
    taken.add(key);
    return key;
  });
}

function guess(definition: ImportDefinition, header: string): string | null {
  if (fieldOf(definition, header.trim()) !== null) return header.trim();
  const text = plain(header);
  if (text === '') return null;
  for (const field of offeredFields(definition)) {
    if ([field.key, ...field.names].some((name) => plain(name) === text)) return field.key;
  }
  // A name followed by a language: `Name (fr-FR)`.
  const found = /[\s._:(-]([a-z]{2})(?:[-_]([a-z]{2}))?\)?$/i.exec(header.trim());
  if (found?.[1] === undefined) return null;
  const [, language, region] = found;
  const name = header.trim().slice(0, found.index);
  const locale = region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
  for (const field of definition.fields) {
    if (field.kind !== 'LOCALIZED_TEXT') continue;
    if ([field.key, ...field.names].some((known) => plain(known) === plain(name))) return `${field.key}.${locale}`;
  }
  return null;
}

function inLocale({ kind: _kind, needsLanguage, ...field }: LocalizedImportField, locale: string): ImportField {
  const isSource = locale === SOURCE_LOCALE;
  return {
    ...field,
    key: `${field.key}.${locale}`,
    kind: 'TEXT',
    isRequired: field.isRequired === true && isSource,
    example: isSource ? field.example : '',
    // A name without a language means the source language.
    names: isSource && needsLanguage !== true ? [field.key, ...field.names] : [],
  };
}

/** A heading without case, accents, spaces and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}
