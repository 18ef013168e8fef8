import { GIVEAWAY_TRANSACTION_TYPES, type GiveawayActorKind, type GiveawayTransactionType } from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../../listing/list-definition.ts';
import { filterBy, sortBy } from '../../../listing/list-parts.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const PRIZE = 'left join giveaway_prize p on p.giveaway_id = r.giveaway_id and p.id = r.prize_id';
const ACTOR_NAME = 'coalesce((select u.display_name from staff_user u where u.sub = r.actor_sub), r.actor_sub)';
const NUMBER = /^#?(\d{1,15})$/;

const columns = {
  seq: column<number>('r.seq'),
  giveawayId: column<string>('r.giveaway_id'),
  type: column<GiveawayTransactionType>('r.type::text'),
  accountId: column<string | null>('r.account_id'),
  accountNumber: column<number>('a.public_no'),
  accountName: column<string | null>('a.display_name'),
  entryId: column<string | null>('r.entry_id'),
  tickets: column<number | null>('r.tickets'),
  prizeId: column<string | null>('r.prize_id'),
  prizeRank: column<number>('p.rank'),
  prizeTitle: column<Readonly<Record<string, string>>>('p.title_i18n'),
  points: column<number | null>('r.points'),
  pointsTransferId: column<string | null>('r.points_transfer_id'),
  actorKind: column<GiveawayActorKind>('r.actor::text'),
  actorSub: column<string | null>('r.actor_sub'),
  actorName: column<string | null>(ACTOR_NAME),
  reason: column<string | null>('r.reason'),
  occurredAt: column<string>('r.occurred_at'),
  data: column<Readonly<Record<string, unknown>> | null>('r.data'),
};
export type TransactionRow = RowOf<typeof columns>;

/** Transactions of one giveaway, newest first. */
export const giveawayTransactionList: NamedList = {
  name: 'giveaway-transactions',
  readPermission: 'giveaway.read',
  from: 'giveaway_transaction r',
  // Unique within a giveaway; the required filter selects one.
  key: { sql: 'r.seq', cast: 'bigint', field: 'seq' },
  columns,
  needs: {
    id: ['giveawayId', 'seq'],
    account: ['accountId', 'accountNumber', 'accountName'],
    prize: ['prizeId', 'prizeRank', 'prizeTitle'],
    actor: ['actorKind', 'actorSub', 'actorName'],
  },
  joins: { account: ACCOUNT, prize: PRIZE },
  sorts: { SEQ: sortBy.number('r.seq', 'seq', 'bigint') },
  defaultSort: 'SEQ',
  filters: {
    giveaway: filterBy.id('r.giveaway_id', 'Of this giveaway.', { isRequired: true }),
    account: filterBy.id('r.account_id', 'Of one of these accounts.'),
    type: filterBy.enum('r.type', GIVEAWAY_TRANSACTION_TYPES, 'By type.', { cast: 'giveaway_transaction_type' }),
    occurred: filterBy.instant('r.occurred_at', 'By `occurredAt`.'),
  },
  searches: () => ['NUMBER'],
  planSearch: (text) => {
    const number = NUMBER.exec(text)?.[1];
    if (number === undefined) return [];
    return [
      {
        mode: 'NUMBER',
        isFragment: false,
        condition: (values) => {
          const value = values.add(number);
          return `(r.seq = ${value}::bigint or r.account_id = (select x.id from account x where x.public_no = ${value}::bigint))`;
        },
      },
    ];
  },
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.occurred_at',
    columns: {
      seq: { sql: 'r.seq' },
      occurredAt: { sql: 'r.occurred_at' },
      type: { sql: 'r.type' },
      account: { sql: 'a.public_no', join: ACCOUNT },
      tickets: { sql: 'r.tickets' },
      prize: { sql: 'p.title_i18n', isByLocale: true, join: PRIZE },
      points: { sql: 'r.points' },
      actor: { sql: "case r.actor when 'STAFF' then r.actor_sub else lower(r.actor::text) end" },
      reason: { sql: 'r.reason' },
      entryId: { sql: 'r.entry_id' },
      pointsTransferId: { sql: 'r.points_transfer_id' },
    },
  },
  totalSql: null,
};
