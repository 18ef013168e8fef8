import {
  GIVEAWAY_ENTRY_STATES,
  GIVEAWAY_WINNER_STATES,
  type GiveawayEntryState,
  type GiveawayStatus,
  type GiveawayWinnerState,
} from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { filterBy, sortBy } from '../../../listing/list-parts.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const NUMBER = /^#?(\d{1,15})$/;

const columns = {
  id: column<string>('r.id'),
  giveawayId: column<unknown>('r.giveaway_id'),
  accountId: column<string>('r.account_id'),
  accountNumber: column<number>('a.public_no'),
  accountName: column<string | null>('a.display_name'),
  tickets: column<number>('r.tickets'),
  state: column<GiveawayEntryState>('r.state::text'),
  stateReason: column<string | null>('r.state_reason'),
  pointsPaid: column<number>('r.points_paid'),
  enteredAt: column<string>('r.entered_at'),
  changedAt: column<string>('r.changed_at'),
  isGateOpen: column<boolean>(
    'coalesce((select t.is_open from giveaway_tally t where t.giveaway_id = r.giveaway_id), false)',
  ),
};
export type EntryListRow = RowOf<typeof columns>;

/** Entries of one giveaway, newest first. */
export const giveawayEntryList: NamedList = {
  name: 'giveaway-entries',
  readPermission: 'giveaway.read',
  from: 'giveaway_entry r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns,
  needs: {
    account: ['accountId', 'accountNumber', 'accountName'],
    canDisqualify: ['state', 'isGateOpen'],
    canReinstate: ['state', 'isGateOpen'],
  },
  joins: { account: ACCOUNT },
  sorts: {
    ENTERED: sortBy.instant('r.entered_at', 'enteredAt'),
  },
  defaultSort: 'ENTERED',
  filters: {
    giveaway: filterBy.id('r.giveaway_id', 'Of this giveaway.', { isRequired: true }),
    account: filterBy.id('r.account_id', 'Of one of these accounts.'),
    state: filterBy.enum('r.state', GIVEAWAY_ENTRY_STATES, 'By the state of the entry.', {
      cast: 'giveaway_entry_state',
    }),
    entered: filterBy.instant('r.entered_at', 'By `enteredAt`.'),
    tickets: filterBy.number('r.tickets', 'By the number of tickets.'),
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

const accountGiveawayColumns = {
  id: column<string>('r.id'),
  giveawayId: column<string>('r.giveaway_id'),
  giveawayCode: column<string>('g.code'),
  giveawayTitle: column<Readonly<Record<string, string>>>('g.title_i18n'),
  giveawayStatus: column<GiveawayStatus>('giveaway_status(g.state, g.opens_at, g.closes_at, now())::text'),
  tickets: column<number>('r.tickets'),
  state: column<GiveawayEntryState>('r.state::text'),
  pointsPaid: column<number>('r.points_paid'),
  enteredAt: column<string>('r.entered_at'),
  winnerState: column<GiveawayWinnerState | null>(
    `(select ${whenAnnounced('w.state::text')} from giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`,
  ),
  winnerPosition: column<number | null>(
    `(select ${whenAnnounced('w.draw_position')} from giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`,
  ),
  prizeTitleI18n: column<Readonly<
    Record<string, string>
  > | null>(`(select ${whenAnnounced('p.title_i18n')} from giveaway_winner w join giveaway_prize p on p.giveaway_id = w.giveaway_id and p.id = w.prize_id
      where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id)`),
};
export type AccountGiveawayRow = RowOf<typeof accountGiveawayColumns>;

/** Giveaways that one account has entered, newest first. */
export const accountGiveawayList: NamedList = {
  name: 'account-giveaways',
  readPermission: 'account.read',
  from: 'giveaway_entry r',
  key: { sql: 'r.id', cast: 'uuid', field: 'id' },
  columns: accountGiveawayColumns,
  needs: {
    giveaway: ['giveawayId', 'giveawayCode', 'giveawayTitle', 'giveawayStatus'],
    prizeTitle: ['prizeTitleI18n'],
  },
  joins: { giveaway: GIVEAWAY },
  sorts: {
    ENTERED: sortBy.instant('r.entered_at', 'enteredAt'),
  },
  defaultSort: 'ENTERED',
  filters: {
    account: filterBy.id('r.account_id', 'Of this account.', { isRequired: true }),
    state: filterBy.enum('r.state', GIVEAWAY_ENTRY_STATES, 'By the state of the entry.', {
      cast: 'giveaway_entry_state',
    }),
    entered: filterBy.instant('r.entered_at', 'By `enteredAt`.'),
    winnerState: filterBy.enum(
      'w.state',
      GIVEAWAY_WINNER_STATES,
      'By the state of the winner, once the giveaway is announced.',
      {
        cast: 'giveaway_winner_state',
        related: `giveaway_winner w where w.giveaway_id = r.giveaway_id and w.account_id = r.account_id and ${IS_ANNOUNCED}`,
      },
    ),
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
