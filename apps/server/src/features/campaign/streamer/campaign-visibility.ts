import { AppError } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { RowRule } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import type { Caller } from '../../../ports/identity.ts';

type Asker = Pick<RequestContext, 'caller' | 'sql' | 'signal'>;

/** Places `cs` of streamers `me` on campaigns, without removed and suspended streamers. */
const PLACES =
  "campaign_streamer cs join streamer me on me.id = cs.streamer_id where cs.removed_at is null and me.state = 'ACTIVE'";

/** FROM clause of campaigns `r` with one place each: for lists that show a streamer `me` their own part. */
export const OWN_CAMPAIGNS = `campaign r join campaign_streamer cs on cs.campaign_id = r.id and cs.removed_at is null
  join streamer me on me.id = cs.streamer_id and me.state = 'ACTIVE'`;

/** `rows` of a list on `OWN_CAMPAIGNS`. */
export function ownCampaignRows({ sub }: Caller): RowRule {
  return { scope: `streamer ${sub}`, condition: (values) => `me.staff_sub = ${values.add(sub)}` };
}

/** Whether the caller sees every campaign; others see only their own part of campaigns on which they are streamers. */
export function seesAllCampaigns(caller: Caller): boolean {
  return callerMay(caller, 'campaign.read-all');
}

/** `rows` of a list of campaign records: only those of campaigns of the calling streamer. */
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

/** `rows` of a list of streamers' records, such as coupons and uses: only the caller's, in campaigns they are on. */
export function ownRows(campaignSql: string, streamerSql: string): (caller: Caller) => RowRule | null {
  return (caller) =>
    seesAllCampaigns(caller)
      ? null
      : {
          scope: `streamer ${caller.sub}`,
          condition: (values) => {
            const sub = values.add(caller.sub);
            // The first condition uses the index on the streamer.
            return (
              `(${streamerSql} = (select id from streamer where staff_sub = ${sub})` +
              ` and exists (select from ${PLACES} and cs.campaign_id = ${campaignSql} and me.staff_sub = ${sub}))`
            );
          },
        };
}

/** The streamer that the caller signs in as; null: none, or a suspended one. */
export async function ownStreamer(asker: Asker): Promise<OwnStreamer | null> {
  const [row] = await asker.sql.rows<OwnStreamer>(
    statementFor(`select id, display_name as "displayName" from streamer where staff_sub = $1 and state = 'ACTIVE'`),
    [asker.caller.sub],
    { signal: asker.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  return row ?? null;
}

/** The calling streamer. */
export interface OwnStreamer {
  readonly id: string;
  readonly displayName: string;
}

/** The same error for a campaign that does not exist and for one that the caller may not see. */
export function campaignNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such campaign.' });
}
