import { AppError } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { RowRule } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import type { Caller } from '../../../ports/identity.ts';

type Asker = Pick<RequestContext, 'caller' | 'sql' | 'signal'>;

/** Places of partners on campaigns, the place `cs` of the partner `me`: whoever was taken off or is suspended has none. */
const PLACES =
  "campaign_streamer cs join streamer me on me.id = cs.streamer_id where cs.removed_at is null and me.state = 'ACTIVE'";

/** FROM clause of campaigns `r` with one place each: for lists that show a partner `me` the own part. */
export const OWN_CAMPAIGNS = `campaign r join campaign_streamer cs on cs.campaign_id = r.id and cs.removed_at is null
  join streamer me on me.id = cs.streamer_id and me.state = 'ACTIVE'`;

/** `rows` of a list on `OWN_CAMPAIGNS`. */
export function ownCampaignRows({ sub }: Caller): RowRule {
  return { scope: `streamer ${sub}`, condition: (values) => `me.staff_sub = ${values.add(sub)}` };
}

/** True for whoever sees every campaign; others see those that name the partner whose person they are, and of them the own part. */
export function seesAllCampaigns(caller: Caller): boolean {
  return callerMay(caller, 'campaign.read-all');
}

/** `rows` of a list in which each row belongs to a campaign: those that name the caller's partner. */
export function campaignRows(campaignSql: string): (caller: Caller) => RowRule | null {
  return (caller) =>
    seesAllCampaigns(caller)
      ? null
      : {
          scope: `streamer ${caller.sub}`,
          condition: (values) =>
            `exists (select from ${PLACES} and cs.campaign_id = ${campaignSql} and me.staff_sub = ${values.add(caller.sub)})`,
        };
}

/** `rows` of a list of what partners have in campaigns, such as coupons and uses: the caller's own, in campaigns that name them. */
export function ownRows(campaignSql: string, streamerSql: string): (caller: Caller) => RowRule | null {
  return (caller) =>
    seesAllCampaigns(caller)
      ? null
      : {
          scope: `streamer ${caller.sub}`,
          condition: (values) => {
            const sub = values.add(caller.sub);
            // The first half is there for the index on the partner.
            return (
              `(${streamerSql} = (select id from streamer where staff_sub = ${sub})` +
              ` and exists (select from ${PLACES} and cs.campaign_id = ${campaignSql} and me.staff_sub = ${sub}))`
            );
          },
        };
}

/** The partner whose person the caller is; null: nobody's, or a suspended one's. */
export async function ownStreamer(asker: Asker): Promise<OwnStreamer | null> {
  const [row] = await asker.sql.rows<OwnStreamer>(
    statementFor(`select id, display_name as "displayName" from streamer where staff_sub = $1 and state = 'ACTIVE'`),
    [asker.caller.sub],
    { signal: asker.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  return row ?? null;
}

/** A partner, as its own person is told. */
export interface OwnStreamer {
  readonly id: string;
  readonly displayName: string;
}

/** The one answer for a campaign that does not exist and for one that the caller may not see. */
export function campaignNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such campaign.' });
}
