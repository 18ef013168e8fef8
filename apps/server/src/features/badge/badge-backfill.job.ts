import { sql } from 'kysely';
import { z } from 'zod';
import type { RequestContext } from '../../graphql/request-context.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { defineJob } from '../../jobs/job-definition.ts';
import { applyRule, countedRule } from './badge-rule.ts';

const backfillParams = z.strictObject({ badgeId: z.uuid(), code: z.string() });

/** Checks every account once, after the rule of a badge was added or its threshold changed. */
export const badgeBackfillJob = defineJob<z.output<typeof backfillParams>>({
  kind: 'badge.backfill',
  params: backfillParams,
  permission: 'badge.edit',
  summarise: ({ badgeId, code }) => ({ badgeId, code }),
  run: async (run, { badgeId }) => {
    await run.countOnce(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from account where state in ('ACTIVE', 'SUSPENDED')`.execute(run.db);
      return rows[0]?.count ?? 0;
    });
    await run.batches<string>(async (trx, cursor, _isLastTry, rows) => {
      const page = await sql<{ id: string }>`
        select id from account where state in ('ACTIVE', 'SUSPENDED') and (${cursor}::uuid is null or id > ${cursor}::uuid)
        order by id limit ${rows}`.execute(trx);
      const last = page.rows.at(-1);
      // The current rule: it may have changed again, or the badge may be retired by now.
      const rule = last === undefined ? null : await countedRule(trx, badgeId);
      if (last === undefined || rule === null) return null;
      const { given, taken } = await applyRule(
        trx,
        rule,
        page.rows.map(({ id }) => id),
      );
      const done = page.rows.length;
      return {
        cursor: last.id,
        done,
        outcomes: { DONE: given + taken, 'SKIPPED rule-unchanged': done - given - taken },
      };
    });
  },
});

/**
 * Starts a check of all accounts for a badge with a counted rule. Also resets the periodic check, since the backfill
 * covers the past.
 */
export async function startBackfill(context: RequestContext, badgeId: string): Promise<void> {
  await sql`delete from badge_rule_progress where badge_id = ${badgeId}`.execute(context.db);
  await sql`insert into badge_rule_progress (badge_id, looked_until)
    select id, now() from badge where id = ${badgeId} and rule_kind in ('COUPONS_REDEEMED', 'GIVEAWAYS_ENTERED', 'GIVEAWAYS_WON')`.execute(
    context.db,
  );
  const { rows } = await sql<{ id: string; code: string; threshold: string; kind: string }>`
    select id, code, rule_threshold as threshold, rule_kind::text as kind from badge
    where id = ${badgeId} and state = 'ACTIVE' and award_mode = 'RULE'`.execute(context.db);
  const [badge] = rows;
  if (badge === undefined) return;
  const { id, code, threshold, kind } = badge;
  await enqueueJob(context, badgeBackfillJob, { badgeId: id, code }, { dedupe: [id, kind, threshold] });
}
