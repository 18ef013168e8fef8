import type { CopySource } from '../../db/copy-out.ts';
import { type ExportColumn, type NamedList, SqlValues } from '../../listing/list-definition.ts';
import { columnsNamed } from '../../listing/list-export.ts';
import { type FrozenSelection, selectionConditions } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';
import type { ExportParams } from './export-params.ts';

const LOCALE_OF_NAMES = 'en-US';

/** Builds the query of an export: the columns in their order, of the selected rows, in the order of the list. */
export function exportSource(
  list: NamedList,
  { columns, selection, sort, locale }: Pick<ExportParams, 'columns' | 'selection' | 'sort' | 'locale'>,
  caller: Caller,
): Pick<CopySource, 'columns' | 'rest' | 'values'> {
  const values = new SqlValues();
  const named = columnsNamed(
    list.exported,
    columns.map(({ key }) => key),
  );
  const conditions = conditionsOf(list, selection, caller, values);
  const order = list.sorts[sort.key];
  if (order === undefined) throw new Error(`The list ${list.name} has no sort key ${sort.key}.`);
  const joins = [
    ...new Set([...named.flatMap(({ join }) => join ?? []), ...(order.joined ? [order.joined.join] : [])]),
  ];
  const way = sort.direction.toLowerCase();
  return {
    columns: named.map((column) => columnSql(column, locale, values)),
    rest:
      `from ${[list.from, ...joins].join(' ')} where ${conditions.join(' and ')}` +
      ` order by ${order.sql} ${way}, ${list.key.sql} ${way}`,
    values: values.list,
  };
}

/** Counts the selected rows, up to one more than `max`. */
export function countStatement(
  list: NamedList,
  { selection }: Pick<ExportParams, 'selection'>,
  caller: Caller,
  max: number,
): { readonly text: string; readonly values: unknown[] } {
  const values = new SqlValues();
  const conditions = conditionsOf(list, selection, caller, values);
  const text = `select count(*)::int as count from (select from ${list.from} where ${conditions.join(' and ')} limit ${values.add(max + 1)}::bigint) as meant`;
  return { text, values: values.list };
}

function conditionsOf(list: NamedList, selection: FrozenSelection, caller: Caller, values: SqlValues): string[] {
  return selectionConditions(list, selection, list.exported.createdSql, caller, values);
}

function columnSql({ sql, isByLocale }: ExportColumn, locale: string, values: SqlValues): string {
  if (isByLocale === undefined) return sql;
  return `coalesce(${sql} ->> ${values.add(locale)}, ${sql} ->> ${values.add(LOCALE_OF_NAMES)})`;
}
