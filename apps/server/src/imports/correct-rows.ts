import { IMPORT_LIMITS } from '@backcounter/domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { HeldState } from './held-rows.ts';
import { type StoredProblem, VALUE_MAX } from './import-problems.ts';
import type { ImportRecord } from './import-record.ts';

/** Rows whose first uncorrected problem is one of a field and rule, and if given of a value. */
export interface MistakeKey {
  readonly field?: string | null | undefined;
  readonly rule: string;
  readonly value?: string | null | undefined;
}

/** Some refused rows: by number, or all with a mistake. */
export interface ChosenRows {
  readonly rows?: readonly number[] | null | undefined;
  readonly mistake?: MistakeKey | null | undefined;
}

/** A refused row, as it is corrected. */
export interface CorrectedRow {
  readonly row: number;
  readonly state: HeldState;
  readonly cells: readonly string[];
  readonly corrected: Readonly<Record<string, string>> | null;
  readonly problems: readonly StoredProblem[];
  readonly lead: number | null;
}

/** A kind of mistake, with the most frequent values that have it. */
export interface Mistake {
  readonly problem: StoredProblem;
  readonly rows: number;
  readonly firstRow: number;
  /** Rows for which a value is suggested. */
  readonly suggested: number;
  readonly values: readonly { readonly value: string; readonly rows: number; readonly suggestion: string | null }[];
}

/** Values counted of a kind of mistake, and kinds shown. */
const VALUES_COUNTED = 200;
const KINDS_SHOWN = 50;
const { cellShown, correctedMax, valuesShown } = IMPORT_LIMITS;

const LEAD = sql`problems -> lead`;

function chosen({ rows, mistake }: ChosenRows): RawBuilder<boolean> {
  const byNumber = rows == null ? sql`true` : sql`row_no = any(${[...rows]}::bigint[])`;
  if (mistake == null) return rows == null ? sql`false` : sql`(${byNumber})`;
  const { field = null, rule, value } = mistake;
  return sql`(${byNumber} and state = 'REFUSED' and ${LEAD} ->> 'rule' = ${rule} and ${LEAD} ->> 'field' is not distinct from ${field}
    and ${value == null ? sql`true` : sql`${LEAD} ->> 'value' = ${value}`})`;
}

/** Number of refused rows by state. */
export async function countHeld(db: Kysely<Database>, importId: string): Promise<Readonly<Record<HeldState, number>>> {
  const { rows } = await sql<{ state: HeldState; count: string }>`
    select state, count(*) from import_problem where import_id = ${importId} group by state`.execute(db);
  const none = { REFUSED: 0, CORRECTED: 0, READY: 0, LEFT_OUT: 0, DONE: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)])) };
}

/** Kinds of mistakes of the rows to correct, the most frequent first. Each row counts once, for its first mistake. */
export async function mistakesOf(db: Kysely<Database>, importId: string): Promise<readonly Mistake[]> {
  const { rows } = await sql<Mistake>`
    with by_value as (
      select ${LEAD} ->> 'field' as field, ${LEAD} ->> 'rule' as rule, ${LEAD} ->> 'value' as value, count(*) as n, min(row_no) as first,
        max(${LEAD} ->> 'suggestion') as suggestion, count(${LEAD} -> 'suggestion') as suggested
      from import_problem where import_id = ${importId} and state = 'REFUSED' group by 1, 2, 3
    ), placed as (
      select *, row_number() over (partition by field, rule order by n desc, first) as place from by_value
    ), kinds as (
      select sum(n)::int as rows, min(first)::int as "firstRow", sum(suggested)::int as suggested, min(first) filter (where place = 1) as example,
        coalesce(jsonb_agg(jsonb_build_object('value', value, 'rows', n, 'suggestion', suggestion) order by place)
          filter (where (place <= ${valuesShown} or place <= ${VALUES_COUNTED} and n > 1) and length(value) < ${VALUE_MAX}), '[]') as values
      from placed group by field, rule order by 1 desc, 2 limit ${KINDS_SHOWN}
    )
    select k.*, ${LEAD} as problem from kinds k join import_problem on import_id = ${importId} and row_no = k.example and state = 'REFUSED'
    order by k.rows desc, k."firstRow"`.execute(db);
  return rows;
}

/** A page of refused rows. Cells without a problem are shortened. */
export async function pageOfRows(
  db: Kysely<Database>,
  importId: string,
  { state, mistake, after, first }: Pick<ChosenRows, 'mistake'> & { state: HeldState; after: number; first: number },
): Promise<readonly CorrectedRow[]> {
  const { rows } = await sql<CorrectedRow>`
    select row_no::int as row, state, corrected, problems, lead, (
      select coalesce(jsonb_agg(case when length(c.cell) > ${cellShown} and not problems @> jsonb_build_array(jsonb_build_object('at', c.n - 1)) then left(c.cell, ${cellShown - 1}) || '…' else c.cell end order by c.n), '[]')
      from jsonb_array_elements_text(cells) with ordinality as c (cell, n)) as cells
    from import_problem where import_id = ${importId} and state = ${state} and row_no > ${after}
      and ${mistake == null ? sql`true` : chosen({ mistake })}
    order by row_no limit ${first}`.execute(db);
  return rows;
}

/** The first of some rows, as it is with a correction. */
export async function firstChosen(db: Kysely<Database>, importId: string, chosenRows: ChosenRows) {
  const { rows } = await sql<Pick<CorrectedRow, 'row' | 'cells' | 'corrected'>>`
    select row_no::int as row, cells, corrected from import_problem
    where import_id = ${importId} and cells is not null and ${chosen(chosenRows)} order by row_no limit 1`.execute(db);
  return rows[0];
}

/** A new cell of rows; null takes the suggestion of each row's first problem. */
export interface Correction {
  readonly column: number;
  readonly value: string | null;
}

/** Corrects a cell of rows. The text that it had is no correction. Returns the number of rows. */
export async function correctRows(
  db: Kysely<Database>,
  { id }: ImportRecord,
  rows: ChosenRows,
  { column, value }: Correction,
): Promise<number> {
  const at = String(column);
  const { numAffectedRows } = await sql`
    update import_problem p set corrected = c.corrected, lead = c.lead, state = case when c.lead is null then 'CORRECTED' else 'REFUSED' end
    from (
      select t.row_no, t.corrected, (
        select min(e.n) - 1 from jsonb_array_elements(t.problems) with ordinality as e (problem, n)
        where not case when e.problem ->> 'at' is null then t.corrected <> '{}' else t.corrected ? (e.problem ->> 'at') end) as lead
      from (
        select row_no, problems, case when coalesce(cells ->> ${column}::int, '') = v.value then coalesce(corrected, '{}') - ${at}
          else coalesce(corrected, '{}') || jsonb_build_object(${at}::text, v.value) end as corrected
        from import_problem, lateral (select coalesce(${value}::text, ${LEAD} ->> 'suggestion') as value) v
        where import_id = ${id} and state in ('REFUSED', 'CORRECTED', 'READY') and cells is not null and v.value is not null and ${chosen(rows)}
        order by row_no limit ${correctedMax}
      ) t
    ) c where p.import_id = ${id} and p.row_no = c.row_no`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Skips rows, or includes them again. Returns their number. */
export async function leaveOutRows(
  db: Kysely<Database>,
  { id }: ImportRecord,
  rows: ChosenRows,
  isLeftOut: boolean,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update import_problem set state = ${
      isLeftOut ? sql`'LEFT_OUT'` : sql`case when lead is null then 'CORRECTED' else 'REFUSED' end`
    } where import_id = ${id} and row_no in (select row_no from import_problem where import_id = ${id} and ${chosen(rows)}
        and ${isLeftOut ? sql`state in ('REFUSED', 'CORRECTED', 'READY')` : sql`state = 'LEFT_OUT'`} and cells is not null
        order by row_no limit ${correctedMax})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
