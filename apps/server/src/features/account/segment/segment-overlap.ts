import { type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { accountList } from '../account.list.ts';
import { visibleSegments } from './segment-access.ts';

/** Another segment, and members in both. */
export interface SegmentOverlap {
  readonly id: string;
  readonly name: string;
  readonly members: number;
}

/** The segments that have the most members in common with one. */
export interface SegmentOverlaps {
  /** False: estimated from every n-th member. */
  readonly isExact: boolean;
  readonly segments: readonly SegmentOverlap[];
}

/** About so many members are looked up in each of so many other segments, those changed last. */
const SAMPLE_MAX = 5_000;
const OTHERS_MAX = 100;
const SHOWN = 5;

/** Up to five other segments in use with common members, by the last daily counts, the largest first. */
export async function readOverlaps(
  request: RequestContext,
  id: string,
  members: number | null,
): Promise<SegmentOverlaps> {
  const { sql, signal, caller } = await readingContext(request);
  const values = new SqlValues();
  const self = `${values.add(id)}::uuid`;
  const step = Math.max(1, Math.ceil((members ?? 0) / SAMPLE_MAX));
  const visible = visibleSegments(accountList, caller);
  const rows = await sql.rows<SegmentOverlap>(
    statementFor(`with mine as materialized (select m.account_id from segment_member m
          where m.segment_id = ${self} and mod(uuid_hash_extended(m.account_id, 0), ${values.add(step)}::int) = 0),
        others as materialized (select r.id, r.name from segment r where r.id <> ${self} and r.archived_at is null
          ${visible === null ? '' : `and ${visible.condition(values)}`} order by r.updated_at desc limit ${OTHERS_MAX})
      select o.id, o.name, common.members from others o,
        lateral (select count(*)::int as members from mine join segment_member x on x.segment_id = o.id and x.account_id = mine.account_id) as common
      where common.members > 0 order by common.members desc, o.name limit ${SHOWN}`),
    values.list,
    { signal, timeoutMs: LIST_TIMEOUT_MS, isCostly: true },
  );
  return {
    isExact: step === 1,
    segments: rows.map((row) => ({ ...row, members: Math.min(row.members * step, members ?? row.members) })),
  };
}
