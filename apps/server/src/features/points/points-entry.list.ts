import { POINTS_TRANSFER_CODES, type PointsTransferCode } from '@backcounter/domain';
import { column, type NamedList, type RowOf, type SearchMode } from '../../listing/list-definition.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { filterBy, searchById, sortBy } from '../../listing/list-parts.ts';

/** The wallet on the other side of the entry's transfer. */
const OTHER_WALLET = 'case when t.debit_wallet_id = e.wallet_id then t.credit_wallet_id else t.debit_wallet_id end';
const PERSON_NAME = 'coalesce((select u.display_name from staff_user u where u.sub = t.created_by), t.created_by)';

/** An entry number: `42097` or `#42097`. */
const ENTRY_NUMBER = /^#?(\d{1,15})$/;

const columns = {
  seq: column<number>('e.seq'),
  walletId: column<string>('e.wallet_id'),
  transferId: column<string>('e.transfer_id'),
  delta: column<number>('e.delta'),
  balanceAfter: column<number | null>('e.balance_after'),
  code: column<PointsTransferCode>('t.code::text'),
  reason: column<string | null>('t.reason'),
  referenceType: column<string | null>('t.ref_type::text'),
  referenceId: column<string | null>('t.ref_id'),
  occurredAt: column<string>('e.occurred_at'),
  claimedAt: column<string | null>('t.claimed_at'),
  recordedAt: column<string>('e.recorded_at'),
  reversalOf: column<string | null>('t.reversal_of'),
  reversedBy: column<string | null>('(select r.id from points_transfer r where r.reversal_of = t.id)'),
  correctedStore: column<string | null>(
    '(select s.name from points_correction c join store s on s.id = c.store_id where c.transfer_id = t.id)',
  ),
  isOfRefusal: column<boolean>(
    'exists (select from points_correction c where c.transfer_id = t.id and c.refusal_id is not null)',
  ),
  otherWalletId: column<string>(OTHER_WALLET),
  bySub: column<string>('t.created_by'),
  byName: column<string>(PERSON_NAME),
  hash: column<string | null>(`encode(e.hash, 'hex')`),
};

/** A row of the list. */
export type PointsEntryRow = RowOf<typeof columns>;

/** Entries of one wallet in the order of their numbers, which is the order of recording. */
export const pointsEntryList: NamedList = {
  name: 'points-entries',
  readPermission: 'points.read',
  from: 'points_entry e join points_transfer t on t.id = e.transfer_id',
  // Unique within a wallet; the required filter selects one.
  key: { sql: 'e.seq', cast: 'bigint', field: 'seq' },
  columns,
  needs: {
    id: ['walletId', 'seq'],
    otherSide: ['otherWalletId'],
    by: ['bySub', 'byName'],
    reference: ['referenceType', 'referenceId'],
  },
  joins: {},
  sorts: {
    RECORDED: sortBy.instant('e.recorded_at', 'recordedAt'),
  },
  defaultSort: 'RECORDED',
  filters: {
    wallet: filterBy.id('e.wallet_id', 'Required: `in` names exactly one wallet.', { isRequired: true }),
    code: filterBy.enum('t.code', POINTS_TRANSFER_CODES, 'Purpose of the transfer.', { cast: 'points_transfer_code' }),
    isCredit: filterBy.boolean('e.delta > 0', 'True: points in. False: points out.'),
    amount: filterBy.number('t.amount', 'Points moved, in or out.'),
    recorded: filterBy.instant('e.recorded_at', 'When it was posted.'),
    occurred: filterBy.instant('e.occurred_at', 'When it happened.'),
    reference: filterBy.text('t.ref_id', 'Reference of the transfer.'),
    person: filterBy.text('t.created_by', 'Subjects of the staff and machine clients who posted it.'),
  },
  searches: () => ['ID', 'NUMBER', 'REFERENCE'],
  planSearch: (text) => {
    const reference: SearchMode = {
      mode: 'REFERENCE',
      isFragment: false,
      condition: (values) => `t.ref_id = ${values.add(text)}`,
    };
    if (isUuid(text)) return searchById(text, 'e.transfer_id');
    const number = ENTRY_NUMBER.exec(text)?.[1];
    if (number === undefined) return [reference];
    return [
      { mode: 'NUMBER', isFragment: false, condition: (values) => `e.seq = ${values.add(number)}::bigint` },
      reference,
    ];
  },
  roleClass: () => 'all',
  exported: {
    createdSql: 'e.recorded_at',
    columns: {
      seq: { sql: 'e.seq' },
      occurredAt: { sql: 'e.occurred_at' },
      recordedAt: { sql: 'e.recorded_at' },
      code: { sql: 't.code' },
      delta: { sql: 'e.delta' },
      balanceAfter: { sql: 'e.balance_after' },
      otherSide: {
        sql: `(select coalesce(s.name, a.display_name, '#' || a.public_no, w.system_code::text) from points_wallet w
          left join store s on s.id = w.owner_id left join account a on a.id = w.owner_id where w.id = ${OTHER_WALLET})`,
      },
      reason: { sql: 't.reason' },
      referenceType: { sql: 't.ref_type' },
      referenceId: { sql: 't.ref_id' },
      by: { sql: PERSON_NAME },
      reversalOf: { sql: 't.reversal_of' },
      transferId: { sql: 't.id' },
      hash: { sql: `encode(e.hash, 'hex')` },
    },
  },
  totalSql: null,
};
