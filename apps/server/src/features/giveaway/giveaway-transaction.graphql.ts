import {
  GIVEAWAY_ACTORS,
  GIVEAWAY_TRANSACTION_TYPES,
  type GiveawayActorKind,
  type GiveawayTransactionType,
} from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { listNews } from '../../listing/list-news.ts';
import { runList } from '../../listing/run-list.ts';
import type { GiveawayNames } from './giveaway-people.graphql.ts';
import { giveawayTransactionList } from './giveaway-transaction.list.ts';
import { followTransactions } from './transaction-notices.ts';

interface TransactionRow {
  readonly seq: number;
  readonly giveawayId: string;
  readonly type: GiveawayTransactionType;
  readonly accountId: string | null;
  readonly accountNumber: number;
  readonly accountName: string | null;
  readonly entryId: string | null;
  readonly tickets: number | null;
  readonly prizeId: string | null;
  readonly prizeRank: number;
  readonly prizeTitle: Readonly<Record<string, string>>;
  readonly points: number | null;
  readonly pointsTransferId: string | null;
  readonly actorKind: GiveawayActorKind;
  readonly actorSub: string | null;
  readonly actorName: string | null;
  readonly reason: string | null;
  readonly occurredAt: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

const SEARCH_MATCHES = ['NUMBER', 'NONE'] as const;

/** `giveawayTransactions`, and how many came since. */
export function addGiveawayTransactions(builder: Builder, list: ListTypes, names: GiveawayNames): void {
  const type = builder.enumType('GiveawayTransactionType', { values: GIVEAWAY_TRANSACTION_TYPES });
  const row = addRow(builder, type, names);
  const typeFilter = addEnumFilter(builder, 'GiveawayTransactionTypeFilter', type);
  const filter = builder.inputType('GiveawayTransactionFilter', {
    description: '`giveaway.in` names exactly one.',
    fields: (t) => ({
      giveaway: t.field({ type: list.idFilter }),
      account: t.field({ type: list.idFilter }),
      type: t.field({ type: typeFilter }),
      occurred: t.field({ type: list.instantFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'GiveawayTransaction', ['SEQ']);
  const searchMatch = builder.enumType('GiveawayTransactionSearchMatch', { values: SEARCH_MATCHES });
  const connection = addSearchedConnection(builder, list, 'GiveawayTransaction', row, searchMatch);
  builder.queryField('giveawayTransactions', (t) =>
    t.field({
      type: connection,
      description: 'What happened to one giveaway; `filter.giveaway` says which.',
      extensions: needs('giveaway.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Number of a transaction or of an account.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<TransactionRow>(giveawayTransactionList, context, args, selectionOf(info)),
    }),
  );
  builder.subscriptionField('giveawayTransactionsCreated', (t) =>
    t.field({
      type: list.listCount,
      description:
        'How many transactions that match came since an instant: at once, then whenever that changes, at most once a second.',
      extensions: needs('giveaway.read'),
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        filter: t.arg({ type: filter, required: true }),
        search: t.arg.string(),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(giveawayTransactionList, context, {
          createdSql: 'r.occurred_at',
          since: new Date(since),
          args: { filter: given, search },
          notices: followTransactions(context, given.giveaway?.in?.[0] ?? ''),
        }),
      resolve: (count) => count,
    }),
  );
}

function addRow(
  builder: Builder,
  type: ReturnType<typeof builder.enumType<'GiveawayTransactionType', typeof GIVEAWAY_TRANSACTION_TYPES>>,
  { account, prize }: GiveawayNames,
) {
  const actorKind = builder.enumType('GiveawayActorKind', { values: GIVEAWAY_ACTORS });
  const actor = builder.objectRef<TransactionRow>('GiveawayActor').implement({
    fields: (t) => ({
      kind: t.expose('actorKind', { type: actorKind }),
      sub: t.exposeString('actorSub', {
        nullable: true,
        description: 'Subject of the person of the staff, or of the program that acted for the account.',
      }),
      name: t.exposeString('actorName', { nullable: true }),
    }),
  });
  return builder.objectRef<TransactionRow>('GiveawayTransaction').implement({
    description: 'Something that happened; never changed afterwards.',
    fields: (t) => ({
      id: t.id({ resolve: ({ giveawayId, seq }) => `${giveawayId}:${seq}` }),
      seq: t.expose('seq', { type: 'SafeInt', description: 'From 1 on, without gaps.' }),
      type: t.expose('type', { type }),
      account: t.field({
        type: account,
        nullable: true,
        resolve: ({ accountId, accountNumber, accountName }) =>
          accountId === null ? null : { id: accountId, publicNo: accountNumber, name: accountName },
      }),
      entryId: t.exposeID('entryId', { nullable: true }),
      tickets: t.exposeInt('tickets', { nullable: true, description: 'Tickets that came or went.' }),
      prize: t.field({
        type: prize,
        nullable: true,
        resolve: ({ prizeId, prizeRank, prizeTitle }) =>
          prizeId === null ? null : { id: prizeId, rank: prizeRank, titleI18n: prizeTitle },
      }),
      points: t.expose('points', { type: 'SafeInt', nullable: true, description: 'Points that moved.' }),
      pointsTransferId: t.exposeID('pointsTransferId', { nullable: true }),
      actor: t.field({ type: actor, resolve: (row) => row }),
      reason: t.exposeString('reason', { nullable: true }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
      data: t.field({ type: 'JSON', nullable: true, resolve: ({ data }) => data }),
    }),
  });
}
