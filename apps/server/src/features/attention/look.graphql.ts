import {
  CHANGE_KINDS,
  type ChangeCount,
  type ChangeSource,
  type Changes,
  countChanges,
} from '../../attention/change-source.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { lookedSince, recordLook } from './look.service.ts';

interface SinceLastLook extends Changes {
  readonly since: string | null;
}

/** What has changed since a person last looked at the index page, and that they look now. */
export function addLook(builder: Builder, { listCount }: ListTypes, sources: readonly ChangeSource[]): void {
  const kind = builder.enumType('ChangeKind', { values: CHANGE_KINDS });
  const count = builder.objectRef<ChangeCount>('ChangeCount').implement({
    fields: (t) => ({
      kind: t.expose('kind', { type: kind }),
      count: t.expose('count', { type: listCount }),
    }),
  });
  const changes = builder.objectRef<SinceLastLook>('SinceLastLook').implement({
    fields: (t) => ({
      since: t.expose('since', {
        type: 'DateTime',
        nullable: true,
        description:
          'Last look of the visit before this one; null during the first visit ever, when there are no counts.',
      }),
      counts: t.field({ type: [count], resolve: ({ counts }) => [...counts] }),
      failed: t.field({
        type: [kind],
        description: 'What could not be counted at this moment.',
        resolve: ({ failed }) => [...failed],
      }),
    }),
  });
  builder.queryField('sinceLastLook', (t) =>
    t.field({
      type: changes,
      description: 'What has changed since the caller’s last visit of the index page, as far as they may read it.',
      extensions: needs('attention.read'),
      resolve: async (_root, _args, context) => {
        const since = await lookedSince(context);
        if (since === null) return { since, counts: [], failed: [] };
        return { since, ...(await countChanges(sources, context, since)) };
      },
    }),
  );
  builder.mutationField('recordLook', (t) =>
    t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The caller looks at the index page now; looks at most 30 minutes apart are one visit. Answers with `since` of this visit. Not audited: it changes nothing for others.',
      extensions: needs('attention.read'),
      resolve: (_root, _args, context) => recordLook(context),
    }),
  );
}
