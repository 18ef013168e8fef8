import { AppError, type FieldProblem, LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type NamedList, type PastedKey, SqlValues } from '../list-definition.ts';
import { isUuid, rowConditions } from '../list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../statements.ts';
import { parentOf } from './pasted-filter.ts';

const KEPT_MS = 24 * 3_600_000;
/** Marks of direction and width that come along from documents. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The kept part of a paste. */
export interface PastedSelection {
  readonly id: string;
  readonly foundBy: Readonly<Record<string, number>>;
  readonly unknown: number;
  readonly repeated: number;
  readonly expiresAt: Date;
}

/** A paste, with the positions of entries without a record of their own, which are not kept. */
export interface Pasted {
  readonly pastedSelection: PastedSelection;
  readonly unknownAt: readonly number[];
  readonly repeatedAt: readonly number[];
  /** The record of each entry; null for unknown ones. */
  readonly recordIds: readonly (string | null)[];
  /** The record that all of them belong to, in lists that have one. */
  readonly within: string | null;
}

/**
 * Finds the records that pasted entries name, by the kinds of key that the caller may search by, and keeps their ids for
 * a day. Every entry counts as a disclosure, found or not: the answer says whether there is such a record.
 * @throws AppError `field.invalid`, `disclosure.limit-reached`
 */
export async function pasteSelection(
  context: RequestContext,
  name: string,
  list: NamedList,
  {
    entries: given,
    within: among,
    isAnywhere,
  }: {
    readonly entries: readonly string[];
    readonly within?: string | null | undefined;
    readonly isAnywhere?: boolean | null | undefined;
  },
  disclose: (context: RequestContext, rows: number) => Promise<void>,
): Promise<Pasted> {
  const { caller, db, now } = context;
  const keys = list.pastedKeys?.(caller) ?? [];
  if (caller.kind !== 'staff') throw new AppError('access.denied');
  if (keys.length === 0) throw invalid('list', { rule: 'invalid' });
  if (given.length > LIMITS.pastedEntriesMax)
    throw invalid('entries', { rule: 'too-many', params: { max: LIMITS.pastedEntriesMax } });
  const entries = given.map(plainText);
  const filled = entries.filter((entry) => entry !== '').length;
  if (filled === 0) throw invalid('entries', { rule: 'required' });
  if (among != null && !isUuid(among)) throw invalid('within', { rule: 'id' });
  await disclose(context, filled);
  const all = await findRecords(context, list, keys, entries, among ?? null);
  const within = isAnywhere === true ? null : (among ?? mostIn(all));
  const found = new Map<string, string | null>();
  const foundBy: Record<string, number> = {};
  const [unknownAt, repeatedAt]: [number[], number[]] = [[], []];
  const recordIds = entries.map((): string | null => null);
  for (const [at, entry] of entries.entries()) {
    if (entry === '') continue;
    const match = all.get(at);
    if (match === undefined || (isAnywhere !== true && match.within !== within)) {
      unknownAt.push(at);
      continue;
    }
    recordIds[at] = match.id;
    if (found.has(match.id)) repeatedAt.push(at);
    else foundBy[match.match] = (foundBy[match.match] ?? 0) + 1;
    found.set(match.id, match.within);
  }
  const [unknown, repeated] = [unknownAt.length, repeatedAt.length];
  const expiresAt = new Date(now.getTime() + KEPT_MS);
  const { id } = await db
    .insertInto('pasted_selection')
    .values({
      list_name: name,
      owner_sub: caller.sub,
      record_ids: sql<string[]>`${[...found.keys()]}::uuid[]`,
      within_ids: parentOf(list) === null ? null : sql<string[]>`${[...found.values()]}::uuid[]`,
      found_by: JSON.stringify(foundBy),
      unknown,
      repeated,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { pastedSelection: { id, foundBy, unknown, repeated, expiresAt }, unknownAt, repeatedAt, recordIds, within };
}

interface Found {
  readonly id: string;
  readonly match: string;
  readonly within: string | null;
}

/** The record that most of them belong to. */
function mostIn(found: ReadonlyMap<number, Found>): string | null {
  const groups = [...Map.groupBy(found.values(), ({ within }) => within)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}

/** Each kind of key in one statement, for the entries that none before it has found; only rows that the caller may see. */
async function findRecords(
  { sql: runner, signal, caller }: RequestContext,
  list: NamedList,
  keys: readonly PastedKey[],
  entries: readonly string[],
  among: string | null,
): Promise<ReadonlyMap<number, Found>> {
  const named = new Map<number, Found>();
  const parent = parentOf(list);
  for (const { match, keyOf, cast, joins } of keys) {
    const asked = entries.flatMap((entry, at) => {
      const key = entry === '' || named.has(at) ? null : keyOf(entry);
      return key === null ? [] : [{ at, key }];
    });
    if (asked.length === 0) continue;
    const values = new SqlValues();
    const given = `unnest(${values.add(asked.map(({ key }) => key))}::${cast}[], ${values.add(asked.map(({ at }) => at))}::int[])`;
    const conditions = rowConditions(list, caller, values);
    if (among !== null) conditions.push(`${parent ?? 'null'} = ${values.add(among)}::uuid`);
    const rows = await runner.rows<{ readonly n: number; readonly id: string; readonly within: string | null }>(
      statementFor(`select distinct given.n, ${list.key.sql} as id, ${parent ?? 'null'} as within
        from ${given} as given (key, n) ${joins} ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}`),
      values.list,
      { signal, timeoutMs: LIST_TIMEOUT_MS },
    );
    // A key that several records have names none of them.
    const many = new Set<number>();
    for (const { n, id, within } of rows) {
      const other = named.get(n);
      if (other !== undefined && other.id !== id) many.add(n);
      named.set(n, { id, match, within });
    }
    for (const n of many) named.delete(n);
  }
  return named;
}

function plainText(entry: string): string {
  if (entry.length > LIMITS.searchMaxLength * 2) return '?';
  const text = entry.normalize('NFKC').replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim();
  return text.length > LIMITS.emailMaxLength ? '?' : text;
}

/** The caller's selection; null if there is none of this id that has not ended. */
export async function readPasted({ db, caller, now }: RequestContext, id: string): Promise<PastedSelection | null> {
  if (!isUuid(id)) return null;
  const row = await db
    .selectFrom('pasted_selection')
    .select(['id', 'found_by as foundBy', 'unknown', 'repeated', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .where('owner_sub', '=', caller.sub)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, foundBy: row.foundBy as PastedSelection['foundBy'] };
}

/** Deletes ended selections that no running job uses; true if more may be left. Called by housekeeping. */
export async function deleteEndedPastes(trx: Kysely<Database>): Promise<boolean> {
  const batch = 100;
  const { numAffectedRows } = await sql`
    delete from pasted_selection where id in (
      select p.id from pasted_selection p where p.expires_at <= now() and not exists (
        select from job j where j.finished_at is null and strpos(j.params::text, p.id::text) > 0)
      order by p.expires_at limit ${batch})`.execute(trx);
  return numAffectedRows === BigInt(batch);
}

function invalid(field: string, problem: FieldProblem): AppError {
  return new AppError('field.invalid', {
    message: 'The pasted list is not valid.',
    details: { fields: { [field]: [problem] } },
  });
}
