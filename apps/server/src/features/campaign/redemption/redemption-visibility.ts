import { callerMay } from '../../../graphql/request-context.ts';
import type { Caller } from '../../../ports/identity.ts';

/** True for whoever sees every campaign; others see what counts for the partner whose person they are. */
export function seesAllCampaigns(caller: Caller): boolean {
  return callerMay(caller, 'campaign.read-all');
}
