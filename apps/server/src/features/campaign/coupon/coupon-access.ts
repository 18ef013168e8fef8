import { AppError } from '@backcounter/domain';
import { ownRows } from '../streamer/campaign-visibility.ts';

/** The same error for a record that does not exist and for one that the caller may not see. */
export function couponNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such record.' });
}

/** Coupons `k` that the caller may see. */
export const couponRows = ownRows('k.campaign_id', 'k.streamer_id');
/** Orders `b` that the caller may see. */
export const batchRows = ownRows('b.campaign_id', 'b.streamer_id');
