import { AppError, SOURCE_LOCALE, SPREADSHEET_ROWS_MAX } from '@backcounter/domain';
import type pg from 'pg';
import { discloseRows } from '../../audit/disclosure.ts';
import { type CopyRows, type CopySource, copyOut } from '../../db/copy-out.ts';
import { readWholeSetting } from '../../db/setting.ts';
import { selectionApproval } from '../../jobs/bulk/selection-approval.ts';
import { defineJob, type JobKind, type JobRun } from '../../jobs/job-definition.ts';
import { csvLine } from '../../jobs/result/csv.ts';
import { type ExportColumn, type NamedList, SqlValues } from '../../listing/list-definition.ts';
import { columnPermissions, columnsNamed } from '../../listing/list-export.ts';
import { type FrozenSelection, selectionConditions } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';
import { type ExportParams, exportParams } from './export-params.ts';
import { CsvBytes } from './file/csv-bytes.ts';
import { xlsxFile } from './file/xlsx-file.ts';
import { XlsxSheets } from './file/xlsx-sheets.ts';
import { announceFile } from './schedule/export-schedule.mail.ts';

/** Lists by name in the API. */
export type ExportLists = Readonly<Record<string, NamedList>>;

/** Without it, Excel and similar programs read the file in the legacy encoding of the country. */
const BYTE_ORDER_MARK = '\ufeff';
/** The archive writes plain ZIP parts up to 4 GiB; some readers do not support larger ones. */
const SHEET_LIMITS = { rows: SPREADSHEET_ROWS_MAX, bytes: 0xf000_0000 };

/** Defines the kind of job that exports a list to a file. */
export function defineExport(lists: ExportLists): JobKind<ExportParams> {
  return defineJob<ExportParams>({
    kind: 'list.export',
    params: exportParams,
    permission: 'export.create',
    permissionsFor: ({ list, columns, reads = [] }) => {
      const { readPermission, exported } = listNamed(lists, list);
      const keys = columns.map(({ key }) => key);
      return [readPermission, ...columnPermissions(exported, keys), ...reads];
    },
    fileName: ({ list, timeZone }, startedAt) => `${wordOf(list)}-${clockOf(startedAt, timeZone)}`,
    summarise: ({ list, format, columns, selection }) => ({
      list,
      format,
      columns: columns.length,
      ids: selection.ids?.length ?? null,
      exclusions: selection.exclusions.length,
      isFiltered: Object.values(selection.filter).some((value) => value != null),
      isSearched: selection.search !== null,
    }),
    approval: (context, params) => {
      const list = listNamed(lists, params.list);
      const keys = params.columns.map(({ key }) => key);
      if (!columnPermissions(list.exported, keys).includes('account.read-contact')) return null;
      return selectionApproval(context, {
        action: 'EXPORT_CONTACTS',
        title: params.list,
        list,
        conditions: (values) => conditionsOf(list, params.selection, context.caller, values),
        params,
      });
    },
    limitPerPerson: (db) => readWholeSetting(db, 'export.parallel_per_user'),
    run: (run, params) => runExport(run, params, listNamed(lists, params.list)),
  });
}

/** @throws Error for an unknown list; callers pass only checked names */
export function listNamed(lists: ExportLists, name: string): NamedList {
  const list = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (list === undefined) throw new Error(`Unknown list ${name}.`);
  return list;
}

interface ExportWork {
  readonly run: JobRun;
  /** Pool to read from. */
  readonly pool: pg.Pool;
  readonly params: ExportParams;
  readonly list: NamedList;
  readonly rowsMax: number;
  readonly keptHours: number;
}

async function runExport(run: JobRun, params: ExportParams, list: NamedList): Promise<void> {
  const [rowsMax, keptHours] = await Promise.all([
    readWholeSetting(run.db, 'export.max_rows'),
    readWholeSetting(run.db, 'export.ttl_hours'),
  ]);
  await run.read((pool) => writeExport({ run, pool, params, list, rowsMax, keptHours }));
}

async function writeExport({ run, pool, params, list, rowsMax, keptHours }: ExportWork): Promise<void> {
  const tooLarge = new AbortController();
  const signal = AbortSignal.any([run.signal, tooLarge.signal]);
  // Counts while the first rows are read; a failed count fails the export, unless the file is already complete.
  let isClaimed = false;
  const counted = run
    .countOnce(async () => {
      const count = await countRows(pool, run, params, list, rowsMax);
      await discloseRows(run.db, run.caller.sub, count, run.disclosureBudgets, true);
      return count;
    })
    .catch((error) => isClaimed || tooLarge.abort(error));
  const source = { ...exportSource(list, params, run.caller), timeZone: params.timeZone, signal };
  const isCsv = params.format === 'CSV';
  const headings = headingsOf(list, params);
  const progress = (rows: number): Promise<void> => {
    checkSize(rows, rowsMax);
    return run.progress(rows);
  };
  await copyOut(pool, { ...source, format: isCsv ? 'csv' : 'text' }, async (rows) => {
    const content = isCsv ? csvContent(headings, rows, progress) : xlsxContent(params, headings, rows, progress);
    await run.writeResult({
      ...content,
      ending: params.format.toLowerCase(),
      keptHours,
      claim: async (trx, count) => {
        isClaimed = true;
        await discloseRows(trx, run.caller.sub, count, run.disclosureBudgets);
        if (run.isMailing) await announceFile(trx, run.id);
      },
    });
  });
  await counted;
  signal.throwIfAborted();
}

async function countRows(
  pool: pg.Pool,
  { caller }: JobRun,
  params: ExportParams,
  list: NamedList,
  max: number,
): Promise<number> {
  const { text, values } = countStatement(list, params, caller, max);
  const { rows } = await pool.query<{ count: number }>(text, values);
  const count = rows[0]?.count ?? 0;
  checkSize(count, max);
  return count;
}

/** @throws AppError `export.too-large` */
function checkSize(rows: number, max: number): void {
  if (rows > max) throw new AppError('export.too-large', { message: `An export can have at most ${max} rows.` });
}

/** Called with the rows so far; rejects if there are too many or the job must stop. */
type Progress = (rows: number) => Promise<void>;

interface FileContent {
  readonly content: AsyncIterable<Uint8Array | string>;
  readonly rows: () => number;
}

/** Headings; texts of the records in another language than English name it, so that an import finds them again. */
function headingsOf({ exported }: NamedList, { columns, locale }: ExportParams): string[] {
  return columns.map(({ key, heading }) => {
    const { isByLocale, join } = exported.columns[key] ?? {};
    return isByLocale && join === undefined && locale !== SOURCE_LOCALE ? `${heading} (${locale})` : heading;
  });
}

function csvContent(headings: readonly string[], { kinds, stream }: CopyRows, progress: Progress): FileContent {
  const bytes = new CsvBytes(kinds);
  async function* content(): AsyncGenerator<Uint8Array | string> {
    yield BYTE_ORDER_MARK + csvLine(headings);
    for await (const chunk of stream) {
      yield bytes.convert(chunk as Buffer);
      await progress(bytes.rows);
    }
  }
  return { content: content(), rows: () => bytes.rows };
}

function xlsxContent(
  { list, timeZone }: ExportParams,
  named: readonly string[],
  { kinds, stream }: CopyRows,
  progress: Progress,
): FileContent {
  const headings = named.map((heading, index) => (kinds[index] === 'INSTANT' ? `${heading} (${timeZone})` : heading));
  const sheets = new XlsxSheets({ headings, kinds, source: stream, limits: SHEET_LIMITS, progress });
  return { content: xlsxFile(wordOf(list), sheets), rows: () => sheets.rows };
}

/** Converts TOPIC_CATEGORIES to topic-categories. */
function wordOf(list: string): string {
  return list.toLowerCase().replaceAll('_', '-');
}

/** Formats an instant as 2026-11-21-1431 in a time zone. */
function clockOf(instant: Date, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(instant);
  return text.replace(' ', '-').replace(':', '');
}

const LOCALE_OF_NAMES = 'en-US';

/** Builds the query of an export: the columns in their order, of the selected rows, in the order of the list. */
function exportSource(
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
function countStatement(
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
