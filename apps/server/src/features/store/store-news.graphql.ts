import type { InputRef } from '@pothos/core';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import { listNews } from '../../listing/list-news.ts';
import { store } from './store.entity.ts';

/** Says while a list of stores is open how many there are that it doesn't show yet. */
export function addStoreNews(builder: Builder, { listCount }: ListTypes, filter: InputRef<FilterInput>): void {
  builder.subscriptionField('storesCreated', (t) =>
    t.field({
      type: listCount,
      description:
        'How many stores that match were created since an instant: at once, then whenever that changes, at most once a second.',
      extensions: needs('store.read'),
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        filter: t.arg({ type: filter }),
        search: t.arg.string(),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(store.list, context, {
          createdSql: 'r.created_at',
          since: new Date(since),
          args: { filter: given, search },
          notices: context.services.live.follow('store_created', context.signal),
        }),
      resolve: (count) => count,
    }),
  );
}
