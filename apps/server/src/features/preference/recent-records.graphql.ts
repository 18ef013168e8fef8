import { AppError, RECENT_KINDS, RECENT_RECORDS_KEY, RECENT_RECORDS_MAX, type RecentKind } from '@backcounter/domain';
import { sql } from 'kysely';
import type { AuditRecord } from '../../audit/audit-event.ts';
import { canHaveName, namesOf } from '../../audit/record-names.ts';
import { cancelledBy } from '../../db/client.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import { type RowRule, SqlValues } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { Caller } from '../../ports/identity.ts';

/** As stored. Names are not: they are looked up with the permissions of the reader. */
interface Kept {
  readonly kind: RecentKind;
  readonly id: string;
}

interface RecentRecord extends Kept {
  readonly name: AuditRecord['name'];
}

/** The rows of a kind, with alias `r`, that a caller may see; null: all. */
export type RecentRowRules = Partial<Record<RecentKind, (caller: Caller) => RowRule | null>>;

/** Records that the caller has opened last: on the server, so that every browser of the person shows the same. */
export function addRecentRecords(builder: Builder, rowRules: RecentRowRules): void {
  const recent = builder.objectRef<RecentRecord>('RecentRecord').implement({
    description: 'A record that the caller has opened, and may still see.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Its kind, such as `account`.' }),
      id: t.exposeID('id', { description: 'Its id.' }),
      name: t.string({
        args: { locale: localeArg(t) },
        extensions: NEVER_STORED,
        description: 'Its current name, or its id if it has none.',
        resolve: ({ id, name }, { locale }) => (typeof name === 'string' ? name : localName(name ?? {}, locale)) || id,
      }),
    }),
  });
  builder.queryField('recentRecords', (t) =>
    t.field({
      type: [recent],
      description: `Records that the caller has opened, the last one first; at most ${RECENT_RECORDS_MAX}. Erased records and those that the caller may no longer see are omitted.`,
      extensions: needs('session.read'),
      resolve: (_root, _args, context) => readRecentRecords(context, rowRules),
    }),
  );
  addMutation(builder, 'noteRecentRecord', {
    description: `Puts a record before the others that the caller has opened; the last ${RECENT_RECORDS_MAX} are kept. Not audited.`,
    extensions: needs('preference.write'),
    input: (t) => ({
      kind: t.string({ required: true, description: 'Its kind, such as `account`.' }),
      id: t.id({ required: true, description: 'Its id.' }),
    }),
    resolve: async ({ kind, id }, context) => noteRecentRecord(context, kind, String(id)),
    payload: (t) => ({
      recentRecords: t.field({
        type: [recent],
        description: 'The records after the change.',
        resolve: (_noted, _args, context) => readRecentRecords(context, rowRules),
      }),
    }),
  });
}

const isKind = (kind: string): kind is RecentKind => Object.hasOwn(RECENT_KINDS, kind);
/** Ids that are not UUIDs: a country's code, a limit's key. */
const ID = /^[A-Za-z0-9._-]{1,100}$/;

/** @throws AppError `field.invalid` for a kind that is not kept, or an id that none of its records can have */
function keptOf({ services }: RequestContext, kind: string, id: string): Kept {
  if (!isKind(kind)) throw invalid('kind');
  if (!ID.test(id) || !canHaveName(services, { kind, id })) throw invalid('id');
  return { kind, id: isUuid(id) ? id.toLowerCase() : id };
}

/**
 * The record as one text, if the caller may see it.
 * @throws AppError `field.invalid` or `record.not-found`
 */
export async function readableRecord(
  context: RequestContext,
  rowRules: RecentRowRules,
  kind: string,
  id: string,
): Promise<string> {
  const record = keptOf(context, kind, id);
  const { caller } = context;
  const visible =
    callerMay(caller, RECENT_KINDS[record.kind]) &&
    (await visibleIds(context, record.kind, [record.id], rowRules[record.kind]?.(caller) ?? null));
  if (!visible || visible.length === 0) throw new AppError('record.not-found');
  return `${record.kind} ${record.id}`;
}

async function noteRecentRecord(context: RequestContext, kind: string, id: string): Promise<Kept> {
  const { db, caller } = context;
  const record = keptOf(context, kind, id);
  const first = JSON.stringify([record]);
  const others = sql`(select e, n from jsonb_array_elements(staff_preference.value) with ordinality as kept (e, n)
    where e <> ${first}::jsonb -> 0 order by n limit ${RECENT_RECORDS_MAX - 1})`;
  await db
    .insertInto('staff_preference')
    .values({ staff_sub: caller.sub, key: RECENT_RECORDS_KEY, value: first })
    .onConflict((conflict) =>
      conflict.columns(['staff_sub', 'key']).doUpdateSet({
        value: sql`${first}::jsonb || coalesce((select jsonb_agg(e order by n) from ${others} as others), '[]')`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute();
  return record;
}

async function readRecentRecords(context: RequestContext, rowRules: RecentRowRules): Promise<RecentRecord[]> {
  const { db, caller, signal } = context;
  const row = await db
    .selectFrom('staff_preference')
    .select('value')
    .where('staff_sub', '=', caller.sub)
    .where('key', '=', RECENT_RECORDS_KEY)
    .executeTakeFirst(cancelledBy(signal));
  const kept = ((row?.value ?? []) as unknown as readonly Kept[]).filter(
    ({ kind }) => isKind(kind) && callerMay(caller, RECENT_KINDS[kind]),
  );
  const visible = await Promise.all(
    [...Map.groupBy(kept, ({ kind }) => kind)].map(async ([kind, records]) => {
      const ids = records.map(({ id }) => id);
      const shown = await visibleIds(context, kind, ids, rowRules[kind]?.(caller) ?? null);
      return shown.map((id) => ({ kind, id }));
    }),
  );
  const named = await namesOf(context, visible.flat());
  return kept.flatMap(({ kind, id }) => {
    const found = named.find((each) => each.kind === kind && each.id === id);
    return found ? [{ kind, id, name: found.name }] : [];
  });
}

/** The ids of records that the caller may see. Only records with UUIDs have a rule. */
async function visibleIds(
  { sql: statements, signal }: RequestContext,
  kind: RecentKind,
  ids: readonly string[],
  rule: RowRule | null,
): Promise<readonly string[]> {
  if (rule === null) return ids;
  const values = new SqlValues();
  const wanted = values.add(ids);
  const text = `select r.id::text as id from ${kind} r where r.id = any(${wanted}::uuid[]) and ${rule.condition(values)}`;
  const options = { signal, timeoutMs: LIST_TIMEOUT_MS };
  return (await statements.rows<{ id: string }>(statementFor(text), values.list, options)).map(({ id }) => id);
}

function invalid(field: string): AppError {
  return new AppError('field.invalid', {
    message: 'Some fields are not right.',
    details: { fields: { [field]: [{ rule: 'invalid' }] } },
  });
}
