import { type Expected, recordConflict } from '../../crud/read-record.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type CampaignRow, campaignList } from './campaign.list.ts';
import { campaignNotFound } from './streamer/campaign-visibility.ts';

/**
 * Columns that a change reads: all but the totals, which every redemption changes, and the name and rule of the segment, which a conflict
 * would show to the caller.
 */
export type LockedCampaign = Omit<CampaignRow, 'used' | 'discountUsedMinor' | 'pointsUsed' | 'segment'>;

const COLUMNS = Object.entries(campaignList.columns)
  .filter(([field, sql]) => field !== 'segment' && !sql.startsWith('f.'))
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/**
 * Locks a campaign until the transaction ends, for callers who may change campaigns.
 * @throws AppError `record.not-found`; `record.conflict` with the current campaign if the expected version is outdated
 */
export async function lockCampaign(context: EffectContext, { id, expectedVersion }: Expected): Promise<LockedCampaign> {
  const row = await findCampaign(context, id, ' for no key update of r');
  if (row.version !== expectedVersion) throw recordConflict(row);
  return row;
}

/** The current campaign, without a lock. @throws AppError `record.not-found` */
export function peekCampaign(context: EffectContext, id: string): Promise<LockedCampaign> {
  return findCampaign(context, id, '');
}

async function findCampaign(context: EffectContext, id: string, lock: string): Promise<LockedCampaign> {
  const statement = statementFor(`select ${COLUMNS} from ${campaignList.from} where r.id = $1::uuid${lock}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<LockedCampaign>(statement, [id], options) : [];
  if (row === undefined) throw campaignNotFound();
  return row;
}
