import { AppError, type FieldProblems } from '@backcounter/domain';
import type { ImportDefinition, ImportSettings } from '../../imports/import-definition.ts';
import { fieldOf, offeredFields } from '../../imports/import-fields.ts';

/** Returns the default settings for a new file. */
export function firstSettings(definition: ImportDefinition, mapping: ImportSettings['mapping']): ImportSettings {
  const { matches, canCreate } = definition;
  const best = matches.find((fields) => fields.every((field) => mapping.includes(field))) ?? matches[0] ?? [];
  return {
    mapping,
    matchBy: best,
    emptyCells: 'LEAVE',
    existingRows: 'UPDATE',
    missingRows: canCreate ? 'CREATE' : 'SKIP',
  };
}

/** Returns the fields that are required to find rows, or to create records. */
export function missingFields(
  definition: ImportDefinition,
  { mapping, matchBy, missingRows }: ImportSettings,
): string[] {
  const isCreating = missingRows === 'CREATE' && !matchBy.includes('number');
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
  if (new Set(fields).size < fields.length) problems['mapping'] = [{ rule: 'repeated-field' }];
  if (!definition.matches.some((match) => match.join() === matchBy.join())) problems['matchBy'] = [{ rule: 'unknown' }];
  if (missingRows === 'CREATE' && !definition.canCreate) problems['missingRows'] = [{ rule: 'invalid' }];
  if (Object.keys(problems).length > 0) {
    throw new AppError('field.invalid', { message: 'Some settings are invalid.', details: { fields: problems } });
  }
}
