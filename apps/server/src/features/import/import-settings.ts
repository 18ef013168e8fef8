import { AppError, type FieldProblems } from '@backcounter/domain';
import type { ImportDefinition, ImportField, ImportSettings } from '../../imports/import-definition.ts';
import { fieldOf, guessMapping, isDerived, isLastName, offeredFields } from '../../imports/import-fields.ts';
import type { ImportColumn } from '../../imports/import-record.ts';
import { FORMATS, formattedKind } from '../../imports/values/formats.ts';

/** Returns the default settings for a new file. */
export function firstSettings(definition: ImportDefinition, columns: readonly ImportColumn[]): ImportSettings {
  const guessed = guessMapping(
    definition,
    columns.map(({ header }) => header),
  );
  // Values that are known by their form need no known heading.
  const [only] = offeredFields(definition);
  const dataAt = guessed.every((key) => key === null)
    ? columns.findIndex(({ samples }) => samples.some((sample) => definition.isData?.(sample) === true))
    : -1;
  const mapping = guessed.map((key, index) => (index === dataAt ? (only?.key ?? null) : key));
  const matchBy = bestMatch(definition, columns, mapping);
  const settings = { mapping, matchBy, emptyCells: 'LEAVE', existingRows: 'UPDATE', missingRows: 'CREATE' } as const;
  // An own export with too few columns for new records is of those that exist.
  const isOwn = columns.some(({ header }, index) => mapping[index] === null && isDerived(definition, header));
  const isComplete = !isOwn || missingFields(definition, settings).length === 0;
  return { ...settings, missingRows: definition.canCreate && isComplete ? 'CREATE' : 'SKIP' };
}

/** Returns the best fields to match rows by: those with a value in each sample, else those with a column. */
export function bestMatch(
  { matches }: ImportDefinition,
  columns: readonly ImportColumn[],
  mapping: ImportSettings['mapping'],
): readonly string[] {
  const isFilled = (field: string) =>
    columns[mapping.indexOf(field)]?.samples.every((sample) => sample !== '') === true;
  const isMapped = (field: string) => mapping.includes(field);
  return (
    matches.find((match) => match.every(isFilled)) ?? matches.find((match) => match.every(isMapped)) ?? matches[0] ?? []
  );
}

/** Returns the formats that fit each column: those given, or else the only one in which its values can be read. */
export function formatsFor(
  definition: ImportDefinition,
  columns: readonly ImportColumn[],
  { mapping, formats = [] }: Pick<ImportSettings, 'formats' | 'mapping'>,
): readonly (string | null)[] {
  return columns.map((column, index) => {
    const given = formats[index] ?? null;
    const field = fieldOf(definition, mapping[index] ?? '');
    if (field?.isJoined === true) return isLastName(column.header) ? 'LAST' : null;
    if (field?.kind === 'PHONE') return given !== null && /^[A-Z]{2}$/.test(given) ? given : null;
    const choices = formatChoices(field, column);
    if (choices.length < 2) return choices[0] ?? null;
    return given !== null && choices.includes(given) ? given : null;
  });
}

/** Returns the formats in which the dates or numbers of a column can be read. */
export function formatChoices(field: ImportField | null, { formats }: ImportColumn): readonly string[] {
  const kind = formattedKind(field?.kind);
  return kind === null ? [] : FORMATS[kind].all.filter((format) => formats?.[kind].includes(format));
}

/** Returns the positions of columns whose format a person has to choose. */
export function unclearColumns(
  definition: ImportDefinition,
  columns: readonly ImportColumn[],
  { mapping, formats = [] }: ImportSettings,
): number[] {
  return columns.flatMap((column, index) => {
    const choices = formatChoices(fieldOf(definition, mapping[index] ?? ''), column);
    return choices.length > 1 && formats[index] == null ? [index] : [];
  });
}

/** Returns the fields that are required to find rows, or to create records. */
export function missingFields(
  definition: ImportDefinition,
  { mapping, matchBy, missingRows }: ImportSettings,
): string[] {
  const isCreating = definition.entries !== undefined || (missingRows === 'CREATE' && !matchBy.includes('number'));
  const needed = isCreating
    ? offeredFields(definition)
        .filter(({ isRequired }) => isRequired)
        .map(({ key }) => key)
    : [];
  return [...new Set([...matchBy, ...needed])].filter((key) => !mapping.includes(key));
}

/** @throws AppError `field.invalid` for settings that do not fit the kind of record or the file */
export function checkSettings(definition: ImportDefinition, settings: ImportSettings, columns: number): void {
  const { mapping, matchBy, missingRows } = settings;
  const problems: Record<string, FieldProblems[string]> = {};
  if (mapping.length !== columns) problems['mapping'] = [{ rule: 'invalid' }];
  const fields = mapping.filter((key) => key !== null);
  if (fields.some((key) => fieldOf(definition, key) === null)) problems['mapping'] = [{ rule: 'unknown' }];
  const single = fields.filter((key) => fieldOf(definition, key)?.isJoined !== true);
  if (new Set(single).size < single.length) problems['mapping'] = [{ rule: 'repeated-field' }];
  if (!definition.matches.some((match) => match.join() === matchBy.join())) problems['matchBy'] = [{ rule: 'unknown' }];
  if (missingRows === 'CREATE' && !definition.canCreate) problems['missingRows'] = [{ rule: 'invalid' }];
  if (Object.keys(problems).length > 0) throw invalid('Some settings are invalid.', problems);
}

/** The error of an import whose fields have problems. */
export function invalid(message: string, fields: FieldProblems): AppError {
  return new AppError('field.invalid', { message, details: { fields } });
}
