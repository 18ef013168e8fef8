import { sql } from 'kysely';
import { cancelledBy } from '../../db/client.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';

/** Returns the end of the previous visit in ISO 8601; null without one. */
export async function lookedSince({ db, caller, signal }: RequestContext): Promise<string | null> {
  const row = await db
    .selectFrom('staff_look')
    .select(sql<Date | null>`look_since(looked_at, since, now())`.as('since'))
    .where('staff_sub', '=', caller.sub)
    .executeTakeFirst(cancelledBy(signal));
  return row?.since?.toISOString() ?? null;
}

/** Records that the caller looks now. Returns the same as `lookedSince`, whichever of two devices comes first. */
export async function recordLook({ db, caller }: EffectContext): Promise<string | null> {
  const row = await db
    .insertInto('staff_look')
    .values({ staff_sub: caller.sub, looked_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('staff_sub').doUpdateSet({
        since: sql<Date>`look_since(staff_look.looked_at, staff_look.since, now())`,
        looked_at: sql<Date>`greatest(staff_look.looked_at, now())`,
      }),
    )
    .returning('since')
    .executeTakeFirstOrThrow();
  return row.since?.toISOString() ?? null;
}
