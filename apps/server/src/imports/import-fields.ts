import { LOCALE_PATTERN, SOURCE_LOCALE } from '@backcounter/domain';
import { COLUMN_LABELS as LABELS } from './column-labels.ts';
import { namesOf } from './field-names.ts';
import type { ImportDefinition, ImportField, LocalizedImportField } from './import-definition.ts';
import { plain } from './values/nearest.ts';

/** Columns of the list of each entity that has one. */
const COLUMN_LABELS: Readonly<Partial<Record<string, (typeof LABELS)[keyof typeof LABELS]>>> = LABELS;
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

/**
 * The field of each heading, or null; each field is used once. Keys and headings of own exports come before synonyms, and
 * codes of other records before their names.
 */
export function guessMapping(definition: ImportDefinition, headers: readonly string[]): (string | null)[] {
  const mapping: (string | null)[] = headers.map(() => null);
  const columns = headers.map((header) => exportColumnOf(definition, header));
  const guesses: readonly ((header: string, index: number) => string | null)[] = [
    (header, index) => (isCompanion(definition, columns[index]?.name) ? null : keyOf(definition, header.trim())),
    (_header, index) => fieldOfColumn(definition, columns[index] ?? null),
    (_header, index) => keyOf(definition, codeOf(definition, columns[index]?.name) ?? ''),
    (header, index) => (columns[index] === null ? synonym(definition, header) : null),
  ];
  for (const guess of guesses)
    for (const [index, header] of headers.entries()) {
      const key = mapping[index] === null ? guess(header, index) : null;
      if (key !== null && !mapping.includes(key)) mapping[index] = key;
    }
  const joined =
    definition.fields.find((field) => field.kind !== 'LOCALIZED_TEXT' && field.isJoined === true)?.key ?? null;
  if (joined === null || mapping.includes(joined)) return mapping;
  return mapping.map((key, index) => (key === null && isPartOfName(headers[index] ?? '') ? joined : key));
}

function isPartOfName(header: string): boolean {
  return isLastName(header) || namesOf('firstName').some((name) => plain(name) === plain(header));
}

/** Whether a column has last names, which follow the first. */
export function isLastName(header: string): boolean {
  return namesOf('lastName').some((name) => plain(name) === plain(header));
}

/** Whether a heading is that of an exported column that no file can set, such as a count or the name beside a code. */
export function isDerived(definition: ImportDefinition, header: string): boolean {
  return exportColumnOf(definition, header) !== null;
}

interface FoundColumn {
  readonly name: string;
  /** Language of its texts, where the heading names one. */
  readonly locale: string | null;
}

/** The exported column with a heading: its key or label, which may be followed by a language or time zone. */
function exportColumnOf({ entity }: ImportDefinition, header: string): FoundColumn | null {
  const [, base = header, more] = /^([^()]*) \(([^()]+)\)$/.exec(header.trim()) ?? [];
  const text = plain(base);
  const labels = Object.entries(COLUMN_LABELS[entity] ?? {});
  const [name] =
    labels.find(([key]) => key === base.trim()) ??
    labels.find(([, all]) => all.some((label) => plain(label) === text)) ??
    [];
  if (name === undefined) return null;
  return { name, locale: more !== undefined && LOCALE_PATTERN.test(more) ? more : null };
}

/** The field that a column of an export sets, beside the names of records that a code identifies. */
function fieldOfColumn(definition: ImportDefinition, column: FoundColumn | null): string | null {
  if (column === null || isCompanion(definition, column.name)) return null;
  const { name, locale } = column;
  const keys = [locale === null ? name : `${name}.${locale}`, `${name}I18n.${locale ?? SOURCE_LOCALE}`];
  return [...keys, name.replace(/Code$/, '')].find((key) => keyOf(definition, key) !== null) ?? null;
}

/** Whether a column has the name of a record whose code is another column. */
function isCompanion({ entity }: ImportDefinition, column: string | undefined): boolean {
  return `${column}Code` in (COLUMN_LABELS[entity] ?? {});
}

/** The field of the record whose name a column has. */
function codeOf(definition: ImportDefinition, column: string | undefined): string | null {
  if (column === undefined || !isCompanion(definition, column)) return null;
  return keyOf(definition, `${column}Code`) ?? column;
}

function keyOf(definition: ImportDefinition, key: string): string | null {
  return fieldOf(definition, key)?.key ?? null;
}

function synonym(definition: ImportDefinition, header: string): string | null {
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
