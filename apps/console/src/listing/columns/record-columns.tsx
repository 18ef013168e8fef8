import type { MessageKey } from '@backcounter/i18n';
import { fieldWords } from '../../lib/record/field-words.ts';
import type { ShownFields } from '../../lib/record/record-fields.ts';
import { flagInput, numberInput } from '../filter/filter-input.ts';
import type { FilterValue } from '../filter/filter-value.ts';
import type { ListColumn, ListFilter } from '../list-definition.ts';

const WIDTH = 140;

/** The columns in `own`, then one for each other field with `isColumn`, hidden by default. */
export function recordColumns<Row extends object, Fields extends ShownFields>(
  fields: Fields,
  labelKeyOf: (field: keyof Fields & string) => MessageKey,
  own: readonly ListColumn<Row>[],
): readonly ListColumn<Row>[] {
  const missing = Object.entries(fields).filter(
    ([name, { isColumn }]) => isColumn && !own.some(({ key }) => key === name),
  );
  const added = missing.map(([name, field]): ListColumn<Row> => {
    const read = (row: Row) => (row as Readonly<Record<string, unknown>>)[name];
    return {
      key: name,
      headerKey: labelKeyOf(name),
      width: WIDTH,
      isHiddenAtFirst: true,
      ...(field.isSort ? { sort: name } : {}),
      ...(field.kind === 'INT' || field.kind === 'SAFE_INT' ? { align: 'end' } : {}),
      render: (row, formats) => {
        const words = fieldWords(field, read(row), formats);
        if (words === null) return <span className="bc-empty-value">{formats.t('listing.value.empty')}</span>;
        return <span dir="auto">{words}</span>;
      },
    };
  });
  return [...own, ...added];
}

/** Sorts by entered fields: key of the list -> key of the API. */
export function recordSorts(fields: ShownFields): Readonly<Record<string, string>> {
  const sorted = Object.entries(fields).filter(([, { isSort }]) => isSort);
  return Object.fromEntries(
    sorted.map(([name]) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()]),
  );
}

const SHAPES = { BOOLEAN: 'flag', INT: 'number', SAFE_INT: 'number', TEXT: 'text' } as const;
const filtered = (fields: ShownFields) =>
  Object.entries(fields).flatMap(([name, { kind, isFilter }]) =>
    isFilter && kind in SHAPES ? [[name, SHAPES[kind as keyof typeof SHAPES]] as const] : [],
  );

/** Filters by entered fields with `isFilter`. Enums, ids and dates need options or ranges, so their lists declare them. */
export function recordFilters<Fields extends ShownFields>(
  fields: Fields,
  labelKeyOf: (field: keyof Fields & string) => MessageKey,
): readonly ListFilter[] {
  return filtered(fields).map(([name, shape]) => ({ key: name, labelKey: labelKeyOf(name), shape }));
}

/** The selected filters as input of the API. */
export function recordFilterInput(
  fields: ShownFields,
  filters: Readonly<Record<string, FilterValue>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    filtered(fields).map(([name, shape]) => {
      const value = filters[name];
      if (shape === 'flag') return [name, flagInput(value)];
      if (shape === 'number') return [name, numberInput(value)];
      return [name, value?.kind === 'text' ? { in: [value.text] } : undefined];
    }),
  );
}
