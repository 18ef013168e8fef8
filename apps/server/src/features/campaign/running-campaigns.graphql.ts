import type { CampaignReward } from '@backcounter/domain';
import { needsScope } from '../../graphql/authorise.ts';
import { IN_PUBLIC } from '../../graphql/public-slice.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import type { CampaignEnums } from './campaign.graphql.ts';
import { REWARD_COLUMNS, type Reward, rewardFields } from './reward-fields.graphql.ts';

interface RunningCampaign extends Reward {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly rewardType: CampaignReward;
  readonly startsAt: Date | string;
  readonly endsAt: Date | string;
}

const PAGE_MAX = 100;

const RUNNING = statementFor(`
  select c.id, c.code, c.name, c.reward_type::text as "rewardType", ${REWARD_COLUMNS}, c.starts_at as "startsAt", c.ends_at as "endsAt"
  from campaign c
  where c.state = 'ACTIVE' and campaign_status_now(c.id, c.state, c.starts_at, c.ends_at) = 'RUNNING'
    and ($1::uuid is null or c.id > $1)
  order by c.id limit ${PAGE_MAX}`);

/** Adds the campaigns whose codes can be redeemed now, for machine clients. */
export function addRunningCampaigns(builder: Builder, { rewardType }: CampaignEnums): void {
  const campaign = builder.objectRef<RunningCampaign>('RunningCampaign').implement({
    description: 'A campaign whose codes can be redeemed now, and its reward.',
    extensions: IN_PUBLIC,
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Its code.' }),
      name: t.exposeString('name', { description: 'Its name.' }),
      rewardType: t.expose('rewardType', { type: rewardType, description: 'Kind of the reward.' }),
      ...rewardFields(t),
      startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When it started.' }),
      endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When it ends, exclusive.' }),
    }),
  });
  builder.queryField('runningCampaigns', (t) =>
    t.field({
      type: [campaign],
      description: `Campaigns whose codes can be redeemed now, in the order of creation; at most ${PAGE_MAX}.`,
      extensions: needsScope('campaign.read'),
      args: { after: t.arg.id({ description: 'The last id of the page before.' }) },
      resolve: (_root, { after }, { sql, signal }) =>
        after != null && !isUuid(after)
          ? []
          : sql.rows<RunningCampaign>(RUNNING, [after ?? null], { signal, timeoutMs: LIST_TIMEOUT_MS }),
    }),
  );
}
