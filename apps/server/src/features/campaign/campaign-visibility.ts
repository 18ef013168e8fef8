import { callerMay } from '../../graphql/request-context.ts';
import type { RowRule } from '../../listing/list-definition.ts';
import type { Caller } from '../../ports/identity.ts';

/** `rows` of a list of what streamers have in campaigns, such as coupons and uses: the caller's own, in campaigns that name them. */
export function ownRows(campaignSql: string, streamerSql: string): (caller: Caller) => RowRule | null {
  return (caller) =>
    callerMay(caller, 'campaign.read-all')
      ? null
      : {
          scope: `streamer ${caller.sub}`,
          condition: (values) => {
            const sub = values.add(caller.sub);
            // The first half is there for the index on the streamer.
            return (
              `(${streamerSql} = (select id from streamer where staff_sub = ${sub})` +
              ` and exists (select from ${OWN_PLACE} and cs.campaign_id = ${campaignSql} and me.staff_sub = ${sub}))`
            );
          },
        };
}

/** Campaigns and the partners who are on them now, for a person's own place `cs` as partner `me`. */
const OWN_PLACE =
  "campaign_streamer cs join streamer me on me.id = cs.streamer_id where cs.removed_at is null and me.state = 'ACTIVE'";
