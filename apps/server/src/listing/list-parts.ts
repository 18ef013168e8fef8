import type { z } from 'zod';
import {
  type Column,
  column,
  type FilterDefinition,
  type FilterKind,
  type SearchMode,
  type SortDefinition,
} from './list-definition.ts';
import { isUuid } from './list-filter.ts';
import { likeLiteral } from './list-search.ts';

/** Columns `{name}Sub` and `{name}Name`: a person, by the SQL of the subject. */
export function staffColumns<const Name extends string>(name: Name, sub: string) {
  const known = `(select u.display_name from staff_user u where u.sub = ${sub})`;
  return { [`${name}Sub`]: sub, [`${name}Name`]: known } as {
    readonly [Key in `${Name}Name` | `${Name}Sub`]: Column<string | null>;
  };
}

/** The columns of `stampFields`, of a table with the alias `r`. */
export const stampColumns = {
  createdAt: column<string>('r.created_at'),
  updatedAt: column<string>('r.updated_at'),
  ...staffColumns('updatedBy', 'r.updated_by'),
  version: column<number>('r.version'),
};

/** Orders of a list by SQL; `field` is the API field that returns exactly this value. */
export const sortBy = {
  instant: (sql: string, field: string | null): SortDefinition => ({
    ...sortBy.number(sql, field, 'timestamptz'),
    isDate: true,
  }),
  /** Largest first. */
  number: (sql: string, field: string | null, cast = 'int'): SortDefinition => ({
    sql,
    cast,
    field,
    defaultDirection: 'DESC',
    isDate: false,
  }),
  text: (sql: string, field: string | null): SortDefinition => ({
    sql,
    cast: 'text',
    field,
    defaultDirection: 'ASC',
    isDate: false,
  }),
} as const;

/** The search for a record by its id; null for a text that is not one. */
export function searchById(text: string, sql: string): readonly [SearchMode] | null {
  if (!isUuid(text)) return null;
  return [{ mode: 'ID', isFragment: false, condition: (values) => `${sql} = ${values.add(text)}::uuid` }];
}

/** The search for a code, or for part of a code or of the SQL text `key`, which is in small letters. */
export function searchByCode(text: string, code: z.ZodType, key: string): readonly SearchMode[] {
  const named = text.toUpperCase();
  const exact: SearchMode = { mode: 'CODE', isFragment: false, condition: (values) => `r.code = ${values.add(named)}` };
  const part: SearchMode = {
    mode: 'TEXT',
    isFragment: true,
    condition: (values) => {
      const pattern = values.add(`%${likeLiteral(text)}%`);
      return `(${key} like lower(${pattern}) or r.code like upper(${pattern}))`;
    },
  };
  return code.safeParse(named).success ? [exact, part] : [part];
}

type More = Omit<FilterDefinition, 'description' | 'kind' | 'sql' | 'values'>;
const filterOf =
  (kind: FilterKind, base: More = {}) =>
  (sql: string, description: string, more: More = {}): FilterDefinition => ({
    kind,
    sql,
    description,
    ...base,
    ...more,
  });

/** Filters of a list by SQL, with their descriptions in the API. */
export const filterBy = {
  boolean: filterOf('BOOLEAN'),
  code: filterOf('CODE'),
  enum: (sql: string, values: readonly string[], description: string, more: More = {}): FilterDefinition => ({
    kind: 'ENUM',
    sql,
    values,
    description,
    ...more,
  }),
  id: filterOf('ID', { cast: 'uuid' }),
  instant: filterOf('INSTANT'),
  live: filterOf('LIVE'),
  number: filterOf('NUMBER'),
  text: filterOf('TEXT'),
} as const;
