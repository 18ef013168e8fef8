import { GIVEAWAY_TRANSACTION_TYPES } from '@backcounter/domain';
import type { NamedList } from '../../../listing/list-definition.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const PRIZE = 'left join giveaway_prize p on p.giveaway_id = r.giveaway_id and p.id = r.prize_id';
const ACTOR_NAME = 'coalesce((select u.display_name from staff_user u where u.sub = r.actor_sub), r.actor_sub)';
const NUMBER = /^#?(\d{1,15})$/;

/** Transactions of one giveaway, newest first. */
export const giveawayTransactionList: NamedList = {
  name: 'giveaway-transactions',
  readPermission: 'giveaway.read',
  from: 'giveaway_transaction r',
  // Unique within a giveaway; the required filter selects one.
  key: { sql: 'r.seq', cast: 'bigint', field: 'seq' },
  columns: {
    seq: 'r.seq',
    giveawayId: 'r.giveaway_id',
    type: 'r.type::text',
    accountId: 'r.account_id',
    accountNumber: 'a.public_no',
    accountName: 'a.display_name',
    entryId: 'r.entry_id',
    tickets: 'r.tickets',
    prizeId: 'r.prize_id',
    prizeRank: 'p.rank',
    prizeTitle: 'p.title_i18n',
    points: 'r.points',
    pointsTransferId: 'r.points_transfer_id',
    actorKind: 'r.actor::text',
    actorSub: 'r.actor_sub',
    actorName: ACTOR_NAME,
    reason: 'r.reason',
    occurredAt: 'r.occurred_at',
    data: 'r.data',
  },
  needs: {
    id: ['giveawayId', 'seq'],
    account: ['accountId', 'accountNumber', 'accountName'],
    prize: ['prizeId', 'prizeRank', 'prizeTitle'],
    actor: ['actorKind', 'actorSub', 'actorName'],
  },
  joins: { account: ACCOUNT, prize: PRIZE },
  sorts: { SEQ: { sql: 'r.seq', cast: 'bigint', field: 'seq', defaultDirection: 'DESC', isDate: false } },
  defaultSort: 'SEQ',
  filters: {
    giveaway: { kind: 'ID', sql: 'r.giveaway_id', cast: 'uuid', isRequired: true },
    account: { kind: 'ID', sql: 'r.account_id', cast: 'uuid' },
    type: { kind: 'ENUM', sql: 'r.type', cast: 'giveaway_transaction_type', values: GIVEAWAY_TRANSACTION_TYPES },
    occurred: { kind: 'INSTANT', sql: 'r.occurred_at' },
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
