import { type ChangeCount, type ChangeSource, type Changes, countChanges } from '../../attention/change-source.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { CHANGE_KIND_TEXTS } from './attention-texts.ts';
import { lookedSince, recordLook } from './look.service.ts';

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
