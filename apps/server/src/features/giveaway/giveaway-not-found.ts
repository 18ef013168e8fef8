import { AppError } from '@backcounter/domain';

/** The error for a giveaway that does not exist. */
export function giveawayNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such giveaway.' });
}
