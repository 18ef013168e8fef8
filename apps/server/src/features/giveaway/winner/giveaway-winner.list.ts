import {
  GIVEAWAY_WINNER_KINDS,
  GIVEAWAY_WINNER_STATES,
  type GiveawayWinnerKind,
  type GiveawayWinnerState,
} from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../../listing/list-definition.ts';
import { filterBy } from '../../../listing/list-parts.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const PRIZE = 'left join giveaway_prize p on p.giveaway_id = r.giveaway_id and p.id = r.prize_id';
const NUMBER = /^#?(\d{1,15})$/;

const columns = {
  position: column<number>('r.draw_position'),
  giveawayId: column<string>('r.giveaway_id'),
  /** Name of the condition of FORFEIT that does not hold. */
  unmet: column<string | null>(
    '(select giveaway_forfeit_unmet(r.prize_id, g.state) from giveaway g where g.id = r.giveaway_id)',
  ),
  accountId: column<string>('r.account_id'),
  accountNumber: column<number>('a.public_no'),
  accountName: column<string | null>('a.display_name'),
  entryId: column<string>('r.entry_id'),
  kind: column<GiveawayWinnerKind>('r.kind::text'),
  state: column<GiveawayWinnerState>('r.state::text'),
  prizeId: column<string | null>('r.prize_id'),
  prizeRank: column<number>('p.rank'),
  prizeTitle: column<Readonly<Record<string, string>>>('p.title_i18n'),
  claimDeadline: column<string | null>('r.claim_deadline'),
  notifiedAt: column<string | null>('r.notified_at'),
  claimedAt: column<string | null>('r.claimed_at'),
  fulfilledAt: column<string | null>('r.fulfilled_at'),
  forfeitedReason: column<string | null>('r.forfeited_reason'),
  fulfilmentNote: column<string | null>('r.fulfilment_note'),
  replacedByPosition: column<number | null>('r.replaced_by_position'),
  replacesPosition: column<number | null>(`(select x.draw_position from giveaway_winner x
      where x.giveaway_id = r.giveaway_id and x.replaced_by_position = r.draw_position)`),
  couponLast4: column<
    string | null
  >(`(select k.code_last4 from giveaway_prize p join coupon k on k.campaign_id = p.campaign_id and k.id = r.coupon_id
      where p.giveaway_id = r.giveaway_id and p.id = r.prize_id)`),
  pointsTransferId: column<string | null>('r.points_transfer_id'),
  problems: column<
    readonly string[] | null
  >(`(select giveaway_account_problems(g, x, e.entered_at) from giveaway g, account x, giveaway_entry e
      where g.id = r.giveaway_id and x.id = r.account_id and e.giveaway_id = r.giveaway_id and e.id = r.entry_id)`),
};
export type WinnerRow = RowOf<typeof columns>;

/** Winners and alternates of one giveaway, in the order of the draw. */
export const giveawayWinnerList: NamedList = {
  name: 'giveaway-winners',
  readPermission: 'giveaway.read',
  from: 'giveaway_winner r',
  // Unique within a giveaway; the required filter selects one.
  key: { sql: 'r.draw_position', cast: 'int', field: 'position' },
  columns,
  needs: {
    id: ['giveawayId', 'position'],
    account: ['accountId', 'accountNumber', 'accountName'],
    prize: ['prizeId', 'prizeRank', 'prizeTitle'],
    review: ['problems'],
    canForfeit: ['state', 'unmet'],
    canFulfil: ['state'],
  },
  joins: { account: ACCOUNT, prize: PRIZE },
  sorts: {
    POSITION: { sql: 'r.draw_position', cast: 'int', field: 'position', defaultDirection: 'ASC', isDate: false },
  },
  defaultSort: 'POSITION',
  filters: {
    giveaway: filterBy.id('r.giveaway_id', 'Of this giveaway.', { isRequired: true }),
    account: filterBy.id('r.account_id', 'Of one of these accounts.'),
    kind: filterBy.enum('r.kind', GIVEAWAY_WINNER_KINDS, 'By how it was drawn.', { cast: 'giveaway_winner_kind' }),
    state: filterBy.enum('r.state', GIVEAWAY_WINNER_STATES, 'By state.', { cast: 'giveaway_winner_state' }),
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
          return `(r.draw_position = ${value}::bigint or r.account_id = (select x.id from account x where x.public_no = ${value}::bigint))`;
        },
      },
    ];
  },
  roleClass: () => 'all',
  exported: {
    createdSql: '(select g.drawn_at from giveaway g where g.id = r.giveaway_id)',
    columns: {
      position: { sql: 'r.draw_position' },
      account: { sql: 'a.public_no', join: ACCOUNT },
      kind: { sql: 'r.kind' },
      state: { sql: 'r.state' },
      prize: { sql: 'p.title_i18n', isByLocale: true, join: PRIZE },
      claimDeadline: { sql: 'r.claim_deadline' },
      claimedAt: { sql: 'r.claimed_at' },
      fulfilledAt: { sql: 'r.fulfilled_at' },
      forfeitedReason: { sql: 'r.forfeited_reason' },
      replacedByPosition: { sql: 'r.replaced_by_position' },
      entryId: { sql: 'r.entry_id' },
    },
  },
  totalSql: null,
};
