import { GIVEAWAY_ENTRY_STATES, GIVEAWAY_WINNER_STATES } from '@backcounter/domain';
import type { NamedList } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const NUMBER = /^#?(\d{1,15})$/;

/** Entries of one giveaway, newest first. */
export const giveawayEntryList: NamedList = {
  name: 'giveaway-entries',
  readPermission: 'giveaway.read',
  from: 'giveaway_entry r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'r.id',
    giveawayId: 'r.giveaway_id',
    accountId: 'r.account_id',
    accountNumber: 'a.public_no',
    accountName: 'a.display_name',
    tickets: 'r.tickets',
    state: 'r.state::text',
    stateReason: 'r.state_reason',
    pointsPaid: 'r.points_paid',
    enteredAt: 'r.entered_at',
    changedAt: 'r.changed_at',
    isGateOpen: 'coalesce((select t.is_open from giveaway_tally t where t.giveaway_id = r.giveaway_id), false)',
  },
  needs: {
    account: ['accountId', 'accountNumber', 'accountName'],
    canDisqualify: ['state', 'isGateOpen'],
    canReinstate: ['state', 'isGateOpen'],
  },
  joins: { account: ACCOUNT },
  sorts: {
    ENTERED: { sql: 'r.entered_at', cast: 'timestamptz', field: 'enteredAt', defaultDirection: 'DESC', isDate: true },
  },
  defaultSort: 'ENTERED',
  filters: {
    giveaway: { kind: 'ID', sql: 'r.giveaway_id', cast: 'uuid', isRequired: true },
    account: { kind: 'ID', sql: 'r.account_id', cast: 'uuid' },
    state: { kind: 'ENUM', sql: 'r.state', cast: 'giveaway_entry_state', values: GIVEAWAY_ENTRY_STATES },
    entered: { kind: 'INSTANT', sql: 'r.entered_at' },
    tickets: { kind: 'NUMBER', sql: 'r.tickets' },
  },
  searches: () => ['ID', 'NUMBER'],
  planSearch: (text) => {
    if (isUuid(text)) {
      return [
        { mode: 'ID', isFragment: false, condition: (values) => `${values.add(text)}::uuid in (r.id, r.account_id)` },
      ];
    }
    const number = NUMBER.exec(text)?.[1];
    if (number === undefined) return [];
    return [
      {
        mode: 'NUMBER',
        isFragment: false,
        condition: (values) =>
          `r.account_id = (select x.id from account x where x.public_no = ${values.add(number)}::bigint)`,
      },
    ];
  },
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.entered_at',
    columns: {
      account: { sql: 'a.public_no', join: ACCOUNT },
      state: { sql: 'r.state' },
      tickets: { sql: 'r.tickets' },
      pointsPaid: { sql: 'r.points_paid' },
      enteredAt: { sql: 'r.entered_at' },
      changedAt: { sql: 'r.changed_at' },
      reason: { sql: 'r.state_reason' },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};

const GIVEAWAY = 'left join giveaway g on g.id = r.giveaway_id';
const WINNER = 'left join giveaway_winner w on w.giveaway_id = r.giveaway_id and w.account_id = r.account_id';
/** SQL condition of an announced giveaway: winners are not visible before. */
const IS_ANNOUNCED =
  "exists (select from giveaway o where o.id = r.giveaway_id and o.state in ('ANNOUNCED', 'SETTLED'))";
const whenAnnounced = (sql: string): string => `case when ${IS_ANNOUNCED} then ${sql} end`;

/** Giveaways that one account has entered, newest first. */
export const accountGiveawayList: NamedList = {
  name: 'account-giveaways',
  readPermission: 'account.read',
  from: 'giveaway_entry r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: {
    id: 'r.id',
    giveawayId: 'r.giveaway_id',
    giveawayCode: 'g.code',
    giveawayTitle: 'g.title_i18n',
    giveawayStatus: 'giveaway_status(g.state, g.opens_at, g.closes_at, now())::text',
    tickets: 'r.tickets',
    state: 'r.state::text',
    pointsPaid: 'r.points_paid',
    enteredAt: 'r.entered_at',
    winnerState: `(select ${whenAnnounced('w.state::text')} from giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`,
    winnerPosition: `(select ${whenAnnounced('w.draw_position')} from giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`,
    prizeTitleI18n: `(select ${whenAnnounced('p.title_i18n')} from giveaway_winner w join giveaway_prize p on p.giveaway_id = w.giveaway_id and p.id = w.prize_id
      where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`,
  },
  needs: {
    giveaway: ['giveawayId', 'giveawayCode', 'giveawayTitle', 'giveawayStatus'],
    prizeTitle: ['prizeTitleI18n'],
  },
  joins: { giveaway: GIVEAWAY },
  sorts: {
    ENTERED: { sql: 'r.entered_at', cast: 'timestamptz', field: 'enteredAt', defaultDirection: 'DESC', isDate: true },
  },
  defaultSort: 'ENTERED',
  filters: {
    account: { kind: 'ID', sql: 'r.account_id', cast: 'uuid', isRequired: true },
    state: { kind: 'ENUM', sql: 'r.state', cast: 'giveaway_entry_state', values: GIVEAWAY_ENTRY_STATES },
    entered: { kind: 'INSTANT', sql: 'r.entered_at' },
    winnerState: {
      kind: 'ENUM',
      sql: 'w.state',
      cast: 'giveaway_winner_state',
      values: GIVEAWAY_WINNER_STATES,
      related: `giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id and ${IS_ANNOUNCED}`,
    },
  },
  searches: () => [],
  planSearch: () => [],
  roleClass: () => 'all',
  exported: {
    createdSql: 'r.entered_at',
    columns: {
      giveaway: { sql: 'g.code', join: GIVEAWAY },
      title: { sql: 'g.title_i18n', isByLocale: true, join: GIVEAWAY },
      state: { sql: 'r.state' },
      tickets: { sql: 'r.tickets' },
      pointsPaid: { sql: 'r.points_paid' },
      enteredAt: { sql: 'r.entered_at' },
      won: { sql: whenAnnounced('w.state'), join: WINNER },
      id: { sql: 'r.id' },
    },
  },
  totalSql: null,
};
