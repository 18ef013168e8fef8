import { sql } from 'kysely';
import { type ChangeCount, type ChangeSource, type Changes, countChanges } from '../../attention/change-source.ts';
import { cancelledBy } from '../../db/client.ts';
import { needs } from '../../graphql/authorise.ts';
import type { EffectContext, RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { CHANGE_KIND_TEXTS } from './attention-texts.ts';

interface SinceLastLook extends Changes {
  readonly since: string | null;
}

const SINCE = 'Last look of the previous visit; null during the first visit, which has no counts.';

/** Changes since a person last looked at the index page, and the mutation that records a look. */
export function addLook(builder: Builder, { listCount }: ListTypes, sources: readonly ChangeSource[]): void {
  const kind = addEnum(builder, 'ChangeKind', 'Kinds of records that are counted.', CHANGE_KIND_TEXTS);
  const count = builder.objectRef<ChangeCount>('ChangeCount').implement({
    description: 'Number of new records of one kind.',
    fields: (t) => ({
      kind: t.expose('kind', { type: kind, description: 'Kind of record.' }),
      count: t.expose('count', { type: listCount, description: 'How many.' }),
    }),
  });
  const changes = builder.objectRef<SinceLastLook>('SinceLastLook').implement({
    description: 'Changes since the last visit of the index page.',
    fields: (t) => ({
      since: t.expose('since', {
        type: 'DateTime',
        nullable: true,
        description: SINCE,
      }),
      counts: t.field({
        type: [count],
        description: 'Number of new records by kind.',
        resolve: ({ counts }) => [...counts],
      }),
      failed: t.field({
        type: [kind],
        description: 'Kinds that could not be counted at the moment.',
        resolve: ({ failed }) => [...failed],
      }),
    }),
  });
  builder.queryField('sinceLastLook', (t) =>
    t.field({
      type: changes,
      description: 'Changes since the caller’s last visit of the index page, limited to records that they may read.',
      extensions: needs('area.root'),
      resolve: async (_root, _args, context) => {
        const since = await lookedSince(context);
        if (since === null) return { since, counts: [], failed: [] };
        return { since, ...(await countChanges(sources, context, since)) };
      },
    }),
  );
  addMutation(builder, 'recordLook', {
    description:
      'Records that the caller looks at the index page now; looks at most 30 minutes apart are one visit. Not audited, since it affects only the caller.',
    extensions: needs('area.root'),
    resolve: async (_input, context) => ({ since: await recordLook(context) }),
    payload: (t) => ({ since: t.expose('since', { type: 'DateTime', nullable: true, description: SINCE }) }),
  });
}

/** Returns the end of the previous visit in ISO 8601; null without one. */
async function lookedSince({ db, caller, signal }: RequestContext): Promise<string | null> {
  const row = await db
    .selectFrom('staff_look')
    .select(sql<Date | null>`look_since(looked_at, since, now())`.as('since'))
    .where('staff_sub', '=', caller.sub)
    .executeTakeFirst(cancelledBy(signal));
  return row?.since?.toISOString() ?? null;
}

/** Records that the caller looks now. Returns the same as `lookedSince`, whichever of two devices comes first. */
async function recordLook({ db, caller }: EffectContext): Promise<string | null> {
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
