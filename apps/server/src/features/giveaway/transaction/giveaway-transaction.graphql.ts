import type { GiveawayActorKind, GiveawayTransactionType } from '@backcounter/domain';
import type { EnumRef } from '@pothos/core';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { listNews } from '../../../listing/list-news.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import type { GiveawayNames } from '../giveaway-people.graphql.ts';
import { giveawayTransactionList, type TransactionRow } from './giveaway-transaction.list.ts';
import { followTransactions } from './transaction-notices.ts';

const SEARCH_MATCHES = {
  NUMBER: 'As the number of a transaction or of an account.',
  NONE: 'As nothing that can be found.',
};

const TYPES: Readonly<Record<GiveawayTransactionType, string>> = {
  PUBLISHED: 'It was published: rules, prizes and dates are fixed.',
  FUNDED: 'The points of its prizes were put into escrow.',
  ENTERED: 'An account entered.',
  TICKETS_ADDED: 'An account added tickets to its entry.',
  WITHDRAWN: 'An account withdrew its entry.',
  DISQUALIFIED: 'Staff disqualified an entry.',
  REINSTATED: 'Staff reinstated an entry.',
  FROZEN: 'The list of entries was fixed.',
  DRAWN: 'The draw was made.',
  WON: 'An entry was drawn for a prize.',
  ALTERNATE_DRAWN: 'An entry was drawn as an alternate.',
  ANNOUNCED: 'Staff announced the winners.',
  NOTIFIED: 'A winner was notified and can claim.',
  CLAIMED: 'A winner claimed the prize.',
  FORFEITED: 'The prize of a winner was forfeited.',
  PROMOTED: 'An alternate got a forfeited prize.',
  PRIZE_GRANTED: 'A winner got the prize.',
  REFUNDED: 'Points of an entry were refunded.',
  LEFTOVER_RETURNED: 'Points left in escrow were returned.',
  SETTLED: 'It ended: every prize was given or forfeited.',
  CANCELED: 'Staff canceled it.',
};

const ACTORS: Readonly<Record<GiveawayActorKind, string>> = {
  SYSTEM: 'The product.',
  ACCOUNT: 'The account, through a program.',
  STAFF: 'A member of staff.',
};

/** Adds `giveawayTransactions` and the count of new ones. */
export function addGiveawayTransactions(builder: Builder, list: ListTypes, names: GiveawayNames): void {
  const type = addEnum(builder, 'GiveawayTransactionType', 'What happened.', TYPES);
  const row = addRow(builder, type, names);
  const filter = addListQuery<TransactionRow>(builder, list, {
    name: 'giveawayTransactions',
    description: 'Transactions of one giveaway; `filter.giveaway` selects it.',
    permission: 'giveaway.read',
    list: giveawayTransactionList,
    connection: ['GiveawayTransaction', row, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['GiveawayTransactionFilter', 'Filters of the list; `giveaway.in` names exactly one.'],
    enums: { type },
    sort: ['GiveawayTransaction'],
    search: 'Number of a transaction or of an account.',
  });
  builder.subscriptionField('giveawayTransactionsCreated', (t) =>
    t.field({
      type: list.listCount,
      description:
        'Number of matching transactions since an instant: at once, then after each change, at most once a second.',
      extensions: needs('giveaway.read'),
      args: {
        since: t.arg({ type: 'DateTime', required: true, description: 'Occurred at this instant or later.' }),
        filter: t.arg({ type: filter, required: true, description: 'Filter of the list.' }),
        search: t.arg.string({ description: 'Search of the list.' }),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(giveawayTransactionList, context, {
          createdSql: 'r.occurred_at',
          since: new Date(since),
          args: { filter: given, search },
          notices: followTransactions(
            context,
            (given['giveaway'] as { readonly in?: readonly string[] } | undefined)?.in?.[0] ?? '',
          ),
        }),
      resolve: (count) => count,
    }),
  );
}

function addRow(
  builder: Builder,
  type: EnumRef<BuilderTypes, GiveawayTransactionType>,
  { account, prize }: GiveawayNames,
) {
  const actorKind = addEnum(builder, 'GiveawayActorKind', 'Kind of actor.', ACTORS);
  const actor = builder.objectRef<TransactionRow>('GiveawayActor').implement({
    description: 'Actor of a transaction.',
    fields: (t) => ({
      kind: t.expose('actorKind', { type: actorKind, description: 'Kind of actor.' }),
      sub: t.exposeString(
        'actorSub',
        orNull('Subject of the member of staff, or of the program that acted for the account; null: the product.'),
      ),
      name: t.exposeString('actorName', orNull('Name of the person or program, where known.')),
    }),
  });
  return builder.objectRef<TransactionRow>('GiveawayTransaction').implement({
    description: 'An event of a giveaway; immutable.',
    fields: (t) => ({
      id: t.id({
        description: 'Id of the giveaway, a colon, and `seq`.',
        resolve: ({ giveawayId, seq }) => `${giveawayId}:${seq}`,
      }),
      seq: t.expose('seq', { type: 'SafeInt', description: 'Its number in the giveaway, from 1 without gaps.' }),
      type: t.expose('type', { type, description: 'What happened.' }),
      account: t.field({
        type: account,
        nullable: true,
        description: 'The account concerned; null if it is about the giveaway.',
        resolve: ({ accountId, accountNumber, accountName }) =>
          accountId === null ? null : { id: accountId, publicNo: accountNumber, name: accountName },
      }),
      entryId: t.exposeID('entryId', orNull('The entry concerned; null if it is about the giveaway.')),
      tickets: t.exposeInt('tickets', orNull('Tickets added or removed; null if none.')),
      prize: t.field({
        type: prize,
        nullable: true,
        description: 'The prize concerned; null without one.',
        resolve: ({ prizeId, prizeRank, prizeTitle }) =>
          prizeId === null ? null : { id: prizeId, rank: prizeRank, titleI18n: prizeTitle },
      }),
      points: t.expose('points', orNull('Points transferred; null if none.', 'SafeInt')),
      pointsTransferId: t.exposeID('pointsTransferId', orNull('Id of the transfer of those points; null without one.')),
      actor: t.field({ type: actor, description: 'Its actor.', resolve: (row) => row }),
      reason: t.exposeString('reason', orNull('Reason given by a person; null otherwise.')),
      occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
      data: t.field({
        type: 'JSON',
        nullable: true,
        description: 'Further facts of this type, such as hashes or the ticket drawn; null without any.',
        resolve: ({ data }) => data,
      }),
    }),
  });
}
