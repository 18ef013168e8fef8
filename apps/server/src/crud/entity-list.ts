import { LIMITS } from '@backcounter/domain';
import type { ExportColumn, ListExport, NamedList, SearchMode } from '../listing/list-definition.ts';
import { searchById, sortBy, stampColumns } from '../listing/list-parts.ts';
import { likeLiteral } from '../listing/list-search.ts';
import type { EntityDeclaration, EntityReference, EntityUsages } from './entity-declaration.ts';
import { exportColumns, listColumns, listFilters, listSorts, type StoredField } from './record-fields.ts';
import { snakeCase } from './snake-case.ts';

/** How a search text of reference data can be recognised. */
export const ENTITY_SEARCH_MATCHES = {
  ID: 'The id of a record.',
  TEXT: 'A part of a name or a code.',
  NONE: 'Nothing that this list can be searched for.',
} as const;

/** SQL of names in the order of every script, by the English name. */
export const NAME_SORT = sortBy.text(`lower(r.name_i18n ->> 'en-US') collate "und-x-icu"`, null);
/** Codes in byte order. */
export const CODE_SORT = sortBy.text('r.code', 'code');
/** Last change first. */
export const UPDATED_SORT = sortBy.instant('r.updated_at', 'updatedAt');
/** SQL texts for a search by code or by name in any language. */
export const CODE_AND_NAMES = [
  'r.code',
  `(select string_agg(name.value, chr(10)) from jsonb_each_text(r.name_i18n) as name)`,
] as const;

/**
 * The list of an entity on the list engine. Reference data has a few thousand rows at most: a search may read them all.
 */
export function entityList(declaration: EntityDeclaration, table: string, inputs: readonly StoredField[]): NamedList {
  const { key, shown, position, usages } = declaration;
  const columns: Record<string, string> = {
    id: `r.${key.column}::text`,
    ...listColumns(inputs, 'r'),
    ...shown,
    ...(position !== null && { position: 'r.position' }),
    ...stampColumns,
    usedBy: usageSql(usages),
  };
  const stateFields = Object.keys(shown);
  return {
    name: table,
    from: `${table} r`,
    key: { sql: `r.${key.column}`, cast: key.cast, field: 'id' },
    columns,
    needs: {
      history: ['id'],
      actions: [...inputs.map(({ name }) => name), ...stateFields],
      ...('imagePath' in shown && { imageUrl: ['imagePath'] }),
    },
    joins: {},
    sorts: {
      ...(position !== null && {
        POSITION: { sql: position.sql, cast: 'bigint', field: null, defaultDirection: 'ASC', isDate: false },
      }),
      ...declaration.sorts,
      ...listSorts(inputs, 'r'),
      UPDATED: UPDATED_SORT,
    },
    defaultSort: declaration.defaultSort,
    filters: { ...declaration.filters, ...listFilters(inputs, 'r', table) },
    searches: () => ['ID', 'TEXT'],
    planSearch: (text) =>
      (key.cast === 'uuid' ? searchById(text, `r.${key.column}`) : null) ?? [searchMode(text, declaration.searched)],
    roleClass: () => 'any',
    totalSql: null,
    ...(declaration.rows && { rows: declaration.rows }),
    readPermission: `${declaration.record.noun}.read`,
    exported: entityExport(declaration, inputs),
  };
}

/**
 * Files have the entered and shown fields, with names in the language of the file. References are exported as code and
 * name, since ids mean nothing to people.
 */
function entityExport({ shown, position, references }: EntityDeclaration, inputs: readonly StoredField[]): ListExport {
  const columns: Record<string, ExportColumn> = Object.fromEntries(
    Object.entries(
      exportColumns(
        inputs.filter(({ kind }) => kind !== 'JSON'),
        'r',
      ),
    ).flatMap(([name, column]): [string, ExportColumn][] => {
      const reference = references[name];
      if (reference !== undefined) return referenceColumns(name, reference);
      return [[column.isByLocale ? name.replace(/I18n$/, '') : name, column]];
    }),
  );
  for (const [name, sql] of Object.entries(shown)) columns[name] = { sql };
  if (position !== null) columns['position'] = { sql: 'r.position' };
  return {
    createdSql: 'r.created_at',
    columns: {
      ...columns,
      createdAt: { sql: 'r.created_at' },
      updatedAt: { sql: 'r.updated_at' },
      updatedBy: { sql: 'u.display_name', join: 'left join staff_user u on u.sub = r.updated_by' },
    },
  };
}

/** `categoryId`: `category` and `categoryCode`. */
function referenceColumns(field: string, { table, key }: EntityReference): [string, ExportColumn][] {
  const noun = field.replace(/(?:Id|Code)$/, '');
  const alias = `to_${snakeCase(noun)}`;
  const join = `left join ${table} ${alias} on ${alias}.${key} = r.${snakeCase(field)}`;
  return [
    [noun, { sql: `${alias}.name_i18n`, isByLocale: true, join }],
    [`${noun}Code`, { sql: `${alias}.code`, join }],
  ];
}

function searchMode(text: string, searched: readonly string[]): SearchMode {
  return {
    mode: 'TEXT',
    isFragment: true,
    condition: (values) => {
      const pattern = values.add(`%${likeLiteral(text)}%`);
      return `(${searched.map((sql) => `${sql} ilike ${pattern}`).join(' or ')})`;
    },
  };
}

/** Counts stop at 10,000, so that a country with millions of accounts is shown as fast as any other. */
function usageSql(usages: EntityUsages): string {
  const counts = Object.entries(usages).map(
    ([noun, from]) =>
      `jsonb_build_object('kind', '${noun}', 'count', (select count(*) from (select from ${from} limit ${LIMITS.countExactUpTo + 1}) as users))`,
  );
  return `jsonb_build_array(${counts.join(', ')})`;
}
