import type { Permission } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder } from '../graphql/schema/builder.ts';
import type { LiveTopic } from '../live/live-topics.ts';
import type { ListTypes } from './list.graphql.ts';
import type { ListDefinition } from './list-definition.ts';
import type { FilterInput } from './list-filter.ts';
import { type ListNewsOptions, listNews } from './list-news.ts';

/** A subscription added by {@link addListNews}. */
export interface ListNewsField {
  /** Name of the subscription field, such as `storesCreated`. */
  readonly name: string;
  /** The counted records, for the field's description. */
  readonly what: string;
  readonly permission: Permission;
  readonly filter: InputRef<FilterInput>;
  readonly list: (context: RequestContext) => ListDefinition;
  readonly createdSql: string;
  readonly among?: (context: RequestContext) => NonNullable<ListNewsOptions['among']>;
  /** Announces each created row. */
  readonly topic: LiveTopic & `${string}_created`;
}

/** Adds a subscription that counts, while a list is open, the rows it does not show yet. */
export function addListNews(builder: Builder, { listCount }: Pick<ListTypes, 'listCount'>, field: ListNewsField): void {
  builder.subscriptionField(field.name, (t) =>
    t.field({
      type: listCount,
      description: `How many ${field.what} that match were created since an instant: immediately, then on each change, at most once a second.`,
      extensions: needs(field.permission),
      args: {
        since: t.arg({ type: 'DateTime', required: true, description: 'Created at this instant or later.' }),
        filter: t.arg({ type: field.filter, description: 'Filter of the list.' }),
        search: t.arg.string({ description: 'Search of the list.' }),
      },
      subscribe: (_root, { since, filter, search }, context) =>
        listNews(field.list(context), context, {
          createdSql: field.createdSql,
          since: new Date(since),
          args: { filter, search },
          ...(field.among ? { among: field.among(context) } : {}),
          notices: context.services.live.follow(field.topic, context.signal),
        }),
      resolve: (count) => count,
    }),
  );
}
