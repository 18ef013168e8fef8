import type { StreamerState } from '@backcounter/domain';
import { addAction, addCreate, addUpdate } from '../../../crud/mutation.graphql.ts';
import { addEntity, type EntityRefs, type EntityTypes, stateFields } from '../../../crud/record.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { likeLiteral } from '../../../listing/list-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { streamer } from './streamer.entity.ts';

const PEOPLE_MAX = 20;

interface CommissionOwed {
  readonly currency: string;
  readonly amountMinor: number;
}

/** Streamers: list, form, states, and the people who sign in as one. */
export function addStreamer(builder: Builder, shared: EntityTypes): EntityRefs {
  const commission = builder.objectRef<CommissionOwed>('StreamerCommission').implement({
    description: 'Earnings of a streamer in one currency.',
    fields: (t) => ({
      currency: t.exposeString('currency', { description: 'Currency, ISO 4217.' }),
      amountMinor: t.expose('amountMinor', { type: 'SafeInt', description: 'Amount in minor units, such as cents.' }),
    }),
  });
  const refs = addEntity(builder, shared, streamer, { one: 'streamer', many: 'streamers' }, (t, enums) => ({
    ...stateFields<StreamerState>(t, enums),
    staffName: t.string({
      nullable: true,
      description: 'Name of the person who signs in as the streamer; null if no one does or has yet.',
      resolve: ({ staffName }) => staffName as string | null,
    }),
    campaigns: t.int({
      description: 'Number of campaigns of the streamer.',
      resolve: ({ campaigns }) => Number(campaigns),
    }),
    uses: t.field({
      type: 'SafeInt',
      description: 'Number of confirmed uses of their codes that were not rolled back.',
      resolve: ({ uses }) => Number(uses),
    }),
    commission: t.field({
      type: [commission],
      description: 'Earnings of the streamer by currency, without rolled back redemptions.',
      resolve: (row) => row['commission'] as CommissionOwed[],
    }),
  }));
  addCreate(builder, streamer, 'Streamer', refs);
  addUpdate(builder, streamer, 'Streamer', refs);
  addAction(builder, streamer, 'Streamer', 'SUSPEND', refs);
  addAction(builder, streamer, 'Streamer', 'REACTIVATE', refs);
  builder.queryField('streamerPeople', (t) =>
    t.field({
      type: ['StaffRef'],
      description:
        'People who have signed in with the role of streamers, at most 20; `staffSub` of a streamer is one of them.',
      extensions: needs('streamer.edit'),
      args: { search: t.arg.string({ description: 'A part of a name or an e-mail, or a whole subject.' }) },
      resolve: (_root, { search }, { sql, signal }) =>
        sql.rows<{ sub: string; name: string }>(
          statementFor(`select sub, display_name as name from staff_user
            where 'CAMPAIGN-STREAMER' = any(roles_now(sub)) and (display_name ilike $1 or email ilike $1 or sub = $2)
            order by display_name, sub limit ${PEOPLE_MAX}`),
          [`%${likeLiteral(search?.trim().slice(0, 100) ?? '')}%`, search?.trim() ?? ''],
          { signal, timeoutMs: LIST_TIMEOUT_MS },
        ),
    }),
  );
  return refs;
}
