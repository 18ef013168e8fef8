import { LIMITS } from '@backcounter/domain';
import { needs } from '../graphql/authorise.ts';
import type { Builder } from '../graphql/builder.ts';
import { callerMay, type RequestContext, requirePermission } from '../graphql/request-context.ts';
import { maySortBy } from './list-arguments.ts';
import type { ListCount } from './list-count.ts';
import type { FilterDefinition, NamedList } from './list-definition.ts';
import { addRecordVersion } from './record-changes.graphql.ts';
import type { ListPage } from './run-list.ts';

const OPERATORS = {
  BOOLEAN: ['is'],
  CODE: ['in', 'notIn'],
  ENUM: ['in', 'notIn'],
  ID: ['in', 'notIn'],
  INSTANT: ['from', 'to', 'withinDays', 'isEmpty'],
  LIVE: ['is'],
  NUMBER: ['from', 'to'],
  TEXT: ['in', 'notIn'],
} as const;

/** The types that all lists share, and `listCapabilities` over the given lists. */
export function addListTypes(builder: Builder, lists: Readonly<Record<string, NamedList>>) {
  const sortDirection = addSortDirection(builder);
  const countKind = builder.enumType('CountKind', { values: ['ESTIMATE', 'EXACT', 'LOWER_BOUND'] as const });

  const pageInfo = builder.objectRef<ListPage['pageInfo']>('PageInfo').implement({
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage'),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
      startCursor: t.exposeString('startCursor', { nullable: true }),
      endCursor: t.exposeString('endCursor', { nullable: true }),
    }),
  });
  const listCount = builder.objectRef<ListCount>('ListCount').implement({
    fields: (t) => ({
      kind: t.expose('kind', { type: countKind }),
      value: t.expose('value', { type: 'SafeInt' }),
      countedAt: t.expose('countedAt', { type: 'DateTime' }),
    }),
  });
  const codeFilter = builder.inputType('CodeFilter', {
    fields: (t) => ({ in: t.stringList(), notIn: t.stringList() }),
  });
  const textFilter = builder.inputType('TextFilter', {
    description: 'Whole texts, each as it is.',
    fields: (t) => ({ in: t.stringList(), notIn: t.stringList() }),
  });
  const idFilter = builder.inputType('IdFilter', { fields: (t) => ({ in: t.idList(), notIn: t.idList() }) });
  const instantFilter = builder.inputType('InstantFilter', {
    description: 'Half-open window; `withinDays` counts back from now; `isEmpty` finds rows without a value.',
    fields: (t) => ({
      from: t.field({ type: 'DateTime' }),
      to: t.field({ type: 'DateTime' }),
      withinDays: t.int(),
      isEmpty: t.boolean(),
    }),
  });
  const numberFilter = builder.inputType('NumberFilter', {
    description: 'A range with both of its ends; either may be left out.',
    fields: (t) => ({ from: t.field({ type: 'SafeInt' }), to: t.field({ type: 'SafeInt' }) }),
  });
  const listStart = builder.inputType('ListStart', {
    description: 'Where a page starts instead of at an end: at a record, or at a date in a list sorted by a date.',
    fields: (t) => ({ id: t.id(), date: t.field({ type: 'DateTime' }) }),
  });

  // Which page: forward `first` after a cursor, or backward `last` before one (Relay's connections).
  const pageArgs = builder.args((t) => ({
    first: t.int(),
    after: t.string(),
    last: t.int(),
    before: t.string(),
  }));

  const listName = addCapabilities(builder, lists, sortDirection);
  return {
    listName,
    sortDirection,
    pageArgs,
    pageInfo,
    countKind,
    listCount,
    codeFilter,
    idFilter,
    textFilter,
    instantFilter,
    numberFilter,
    listStart,
    recordVersion: addRecordVersion(builder),
  };
}

/** The shared types, for features that add a list. */
export type ListTypes = ReturnType<typeof addListTypes>;

function isOffered({ permission, live }: FilterDefinition, { caller, services }: RequestContext): boolean {
  if (live !== undefined && live(services) === null) return false;
  return permission === undefined || callerMay(caller, permission);
}

function addSortDirection(builder: Builder) {
  return builder.enumType('SortDirection', { values: ['ASC', 'DESC'] as const });
}

interface Capability {
  readonly definition: NamedList;
  readonly context: RequestContext;
}

function addCapabilities(
  builder: Builder,
  lists: Readonly<Record<string, NamedList>>,
  sortDirection: ReturnType<typeof addSortDirection>,
) {
  const filterKind = builder.enumType('FilterKind', {
    values: {
      BOOLEAN: {},
      CODE: {},
      ENUM: {},
      ID: {},
      INSTANT: {},
      NUMBER: {},
      TEXT: { description: 'Whole texts of up to 255 characters.' },
      LIVE: {
        description:
          'True or false as of this moment, known outside of the database: there is no order by it, and it answers `filter.too-broad` where it would hold for more than 10,000 rows.',
      },
    },
  });
  const listName = builder.enumType('ListName', { values: Object.keys(lists) });
  const filterCapability = builder
    .objectRef<{ key: string; kind: keyof typeof OPERATORS; operators: readonly string[]; values: readonly string[] }>(
      'FilterCapability',
    )
    .implement({
      fields: (t) => ({
        key: t.exposeString('key'),
        kind: t.expose('kind', { type: filterKind }),
        operators: t.stringList({ resolve: ({ operators }) => [...operators] }),
        values: t.stringList({ resolve: ({ values }) => [...values] }),
      }),
    });
  const sortCapability = builder
    .objectRef<{ key: string; defaultDirection: 'ASC' | 'DESC'; isDate: boolean }>('SortCapability')
    .implement({
      fields: (t) => ({
        key: t.exposeString('key'),
        defaultDirection: t.expose('defaultDirection', { type: sortDirection }),
        isDate: t.exposeBoolean('isDate'),
      }),
    });
  const sortsOf = ({ definition, context }: Capability) =>
    Object.entries(definition.sorts)
      .filter(([, sort]) => maySortBy(sort, context.caller))
      .map(([key, { defaultDirection, isDate }]) => ({ key, defaultDirection, isDate }));
  const capabilities = builder.objectRef<Capability>('ListCapabilities').implement({
    fields: (t) => ({
      sorts: t.field({ type: [sortCapability], resolve: sortsOf }),
      filters: t.field({
        type: [filterCapability],
        resolve: ({ definition, context }) =>
          Object.entries(definition.filters)
            .filter(([, filter]) => isOffered(filter, context))
            .map(([key, { kind, values }]) => ({ key, kind, operators: OPERATORS[kind], values: values ?? [] })),
      }),
      defaultSort: t.field({
        type: sortCapability,
        resolve: (capability) => {
          const { definition } = capability;
          const found = sortsOf(capability).find(({ key }) => key === definition.defaultSort);
          if (found === undefined) throw new Error(`${definition.name} has no default order.`);
          return found;
        },
      }),
      searches: t.stringList({
        description: 'Kinds of search text that this person may use: ID, NUMBER, EMAIL, PHONE, FIREBASE_ID, NAME.',
        resolve: ({ definition, context }) => [...definition.searches(context.caller)],
      }),
      pageSizeMax: t.int({ resolve: () => LIMITS.pageSizeMax }),
    }),
  });
  builder.queryField('listCapabilities', (t) =>
    t.field({
      type: capabilities,
      extensions: needs('session.read'),
      args: { list: t.arg({ type: listName, required: true }) },
      resolve: (_root, { list }, context) => {
        const definition = lists[list];
        if (definition === undefined) throw new Error(`No list ${list}.`);
        requirePermission(context.caller, definition.readPermission);
        return { definition, context };
      },
    }),
  );
  return listName;
}
