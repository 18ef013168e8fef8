import { CompiledQuery, sql } from 'kysely';
import { bestEffort } from '../../../db/best-effort.ts';
import { SYSTEM_CALLER } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { accountList } from '../account.list.ts';
import { segmentCondition } from './segment-condition.ts';

/** Members on one day. */
export interface SegmentDay {
  readonly day: string;
  readonly members: number;
  readonly entered: number;
  readonly left: number;
}

/** Days that a segment shows. */
const DAYS_SHOWN = 90;

/** Recurring maintenance of segments. */
export const segmentMaintenance = [{ name: 'segment.count', runBatch: countSegmentDay }];

/** Limit of a daily count; those of a request are far shorter. */
const COUNT_TIMEOUT = '60s';

/**
 * Counts one segment that has no count of today, in any order, so that one that can't be counted holds up no other; true
 * if it found one.
 */
export async function countSegmentDay(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ id: string; rule: unknown; now: Date }>`
    select s.id, s.rule, now() as now from segment s
    where s.archived_at is null
      and not exists (select from segment_day d where d.segment_id = s.id and d.day = (now() at time zone 'UTC')::date)
    order by random() limit 1 for key share skip locked`.execute(trx);
  const [due] = rows;
  if (due === undefined) return false;
  await sql`select set_config('statement_timeout', ${COUNT_TIMEOUT}, true)`.execute(trx);
  const values = new SqlValues();
  const id = `${values.add(due.id)}::uuid`;
  // The product counts every clause; people see the figures of segments that they may see. A rule with a filter that no
  // longer exists has no members.
  const condition =
    (await bestEffort('compiling a segment', async () =>
      segmentCondition(accountList, due.rule, { values, caller: SYSTEM_CALLER, now: due.now }),
    )) ?? 'false';
  await trx.executeQuery(
    CompiledQuery.raw(
      `with present as materialized (select a.id from ${accountList.from} where ${condition}),
        departed as (delete from segment_member m where m.segment_id = ${id}
          and not exists (select from present p where p.id = m.account_id) returning 1),
        entered as (insert into segment_member (segment_id, account_id) select ${id}, p.id from present p
          on conflict do nothing returning 1)
      insert into segment_day (segment_id, day, members, entered, departed)
      select ${id}, (now() at time zone 'UTC')::date, (select count(*) from present),
        case when exists (select from segment_day d where d.segment_id = ${id}) then (select count(*) from entered) else 0 end,
        (select count(*) from departed)
      on conflict do nothing`,
      [...values.list],
    ),
  );
  return true;
}

/** The last 90 days of a segment, the oldest first. */
export function readSegmentDays({ sql: runner, signal }: RequestContext, id: string): Promise<SegmentDay[]> {
  return runner.rows<SegmentDay>(
    statementFor(
      `select d.day::text as day, d.members, d.entered, d.departed as left from segment_day d
       where d.segment_id = $1::uuid and d.day > (now() at time zone 'UTC')::date - ${DAYS_SHOWN} order by d.day`,
    ),
    [id],
    { signal, timeoutMs: LIST_TIMEOUT_MS },
  );
}
