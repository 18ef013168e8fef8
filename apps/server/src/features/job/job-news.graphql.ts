import type { InputRef } from '@pothos/core';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { jobList } from '../../jobs/job.list.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import { listNews } from '../../listing/list-news.ts';

/** Says while the list of everybody's jobs is open how many of other people it doesn't show yet; one's own appear by themselves. */
export function addJobNews(builder: Builder, { listCount }: ListTypes, filter: InputRef<FilterInput>): void {
  builder.subscriptionField('jobsCreated', (t) =>
    t.field({
      type: listCount,
      description:
        'How many jobs of others that match were created since an instant: at once, then whenever that changes, at most once a second.',
      extensions: needs('job.read-all'),
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        filter: t.arg({ type: filter }),
        search: t.arg.string(),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(jobList, context, {
          createdSql: 'j.created_at',
          since: new Date(since),
          args: { filter: given, search },
          among: {
            scope: `not of ${context.caller.sub}`,
            condition: (values) => `j.requested_by <> ${values.add(context.caller.sub)}`,
          },
          notices: context.services.live.follow('job_created', context.signal),
        }),
      resolve: (count) => count,
    }),
  );
}
