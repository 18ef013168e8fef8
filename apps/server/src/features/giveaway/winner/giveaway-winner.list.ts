import { GIVEAWAY_WINNER_KINDS, GIVEAWAY_WINNER_STATES } from '@backcounter/domain';
import type { NamedList } from '../../../listing/list-definition.ts';

const ACCOUNT = 'left join account a on a.id = r.account_id';
const PRIZE = 'left join giveaway_prize p on p.giveaway_id = r.giveaway_id and p.id = r.prize_id';
const NUMBER = /^#?(\d{1,15})$/;

/** Winners and alternates of one giveaway, in the order of the draw. */
export const giveawayWinnerList: NamedList = {
  name: 'giveaway-winners',
  readPermission: 'giveaway.read',
  from: 'giveaway_winner r',
  // Unique within a giveaway; the required filter selects one.
  key: { sql: 'r.draw_position', cast: 'int', field: 'position' },
  columns: {
    position: 'r.draw_position',
    giveawayId: 'r.giveaway_id',
    unmet: '(select giveaway_forfeit_unmet(r.prize_id, g.state) from giveaway g where g.id = r.giveaway_id)',
    accountId: 'r.account_id',
    accountNumber: 'a.public_no',
    accountName: 'a.display_name',
    entryId: 'r.entry_id',
    kind: 'r.kind::text',
    state: 'r.state::text',
    prizeId: 'r.prize_id',
    prizeRank: 'p.rank',
    prizeTitle: 'p.title_i18n',
    claimDeadline: 'r.claim_deadline',
    notifiedAt: 'r.notified_at',
    claimedAt: 'r.claimed_at',
    fulfilledAt: 'r.fulfilled_at',
    forfeitedReason: 'r.forfeited_reason',
    fulfilmentNote: 'r.fulfilment_note',
    replacedByPosition: 'r.replaced_by_position',
    replacesPosition: `(select x.draw_position from giveaway_winner x
      where x.giveaway_id = r.giveaway_id and x.replaced_by_position = r.draw_position)`,
    couponLast4: `(select k.code_last4 from giveaway_prize p join coupon k on k.campaign_id = p.campaign_id and k.id = r.coupon_id
      where p.giveaway_id = r.giveaway_id and p.id = r.prize_id)`,
    pointsTransferId: 'r.points_transfer_id',
    problems: `(select giveaway_account_problems(g, x, e.entered_at) from giveaway g, account x, giveaway_entry e
      where g.id = r.giveaway_id and x.id = r.account_id and e.giveaway_id = r.giveaway_id and e.id = r.entry_id)`,
  },
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
    giveaway: { kind: 'ID', sql: 'r.giveaway_id', cast: 'uuid', isRequired: true },
    account: { kind: 'ID', sql: 'r.account_id', cast: 'uuid' },
    kind: { kind: 'ENUM', sql: 'r.kind', cast: 'giveaway_winner_kind', values: GIVEAWAY_WINNER_KINDS },
    state: { kind: 'ENUM', sql: 'r.state', cast: 'giveaway_winner_state', values: GIVEAWAY_WINNER_STATES },
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
