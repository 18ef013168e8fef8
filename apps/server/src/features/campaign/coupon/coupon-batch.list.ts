import { COUPON_BATCH_STATUSES, type CouponBatchStatus } from '@backcounter/domain';
import { column, type NamedList, type RowOf } from '../../../listing/list-definition.ts';
import { filterBy, searchById, sortBy } from '../../../listing/list-parts.ts';
import { batchRows } from './coupon-access.ts';

/** Status of a batch; STOPPED if it ended with fewer codes than ordered. */
const STATUS_SQL = `case when b.state = 'DONE' and b.generated < b.requested then 'STOPPED' else b.state::text end`;
const STREAMER_JOIN = 'left join streamer s on s.id = b.streamer_id';
const PERSON_JOIN = 'left join staff_user u on u.sub = b.created_by';

const columns = {
  id: column<string>('b.id'),
  number: column<number>('b.number'),
  campaignId: column<string>('b.campaign_id'),
  requested: column<number>('b.requested'),
  generated: column<number>('b.generated'),
  status: column<CouponBatchStatus>(STATUS_SQL),
  jobId: column<string | null>('b.job_id'),
  streamerId: column<string | null>('b.streamer_id'),
  streamerName: column<string | null>('s.display_name'),
  isByStreamer: column<boolean>('b.is_by_streamer'),
  validFrom: column<string | null>('b.valid_from'),
  expiresAt: column<string | null>('b.expires_at'),
  createdAt: column<string>('b.created_at'),
  createdBySub: column<string | null>('b.created_by'),
  createdByName: column<string | null>('u.display_name'),
  updatedAt: column<string>('b.updated_at'),
};
export type CouponBatchRow = RowOf<typeof columns>;

/** Batches of one campaign, by number. */
export const couponBatchList: NamedList = {
  name: 'coupon-batches',
  readPermission: 'coupon.read',
  from: 'coupon_batch b',
  key: { sql: 'b.id', cast: 'uuid', field: 'id' },
  columns,
  needs: { streamer: ['streamerId', 'streamerName'], createdBy: ['createdBySub', 'createdByName'] },
  joins: { streamer: STREAMER_JOIN, createdBy: PERSON_JOIN },
  sorts: { NUMBER: sortBy.number('b.number', 'number') },
  defaultSort: 'NUMBER',
  filters: {
    campaign: filterBy.id('b.campaign_id', 'Required: `in` names exactly one campaign.', { isRequired: true }),
    status: filterBy.enum(STATUS_SQL, COUPON_BATCH_STATUSES, 'Progress of the batch.'),
    streamer: filterBy.id('b.streamer_id', 'Streamer who gets the codes.'),
  },
  searches: () => ['ID', 'NUMBER'],
  planSearch: (text) => {
    const number = /^#?(\d{1,7})$/.exec(text)?.[1];
    if (number === undefined) return searchById(text, 'b.id') ?? [];
    return [{ mode: 'NUMBER', isFragment: false, condition: (values) => `b.number = ${values.add(number)}::int` }];
  },
  rows: batchRows,
  roleClass: () => 'all',
  exported: {
    createdSql: 'b.created_at',
    columns: {
      number: { sql: 'b.number' },
      status: { sql: STATUS_SQL },
      requested: { sql: 'b.requested' },
      generated: { sql: 'b.generated' },
      streamer: { sql: 's.display_name', join: STREAMER_JOIN },
      validFrom: { sql: 'b.valid_from' },
      expiresAt: { sql: 'b.expires_at' },
      createdAt: { sql: 'b.created_at' },
      createdBy: { sql: 'u.display_name', join: PERSON_JOIN },
      id: { sql: 'b.id' },
    },
  },
  totalSql: null,
};
