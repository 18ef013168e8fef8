import { errorKey } from '../../lib/api/error-text.ts';
import type { JobKindWords } from '../job-kind-words.ts';

/** Reversal of the points of a file. */
export const pointsReversalWords: JobKindWords = {
  title: ({ fileName }, { t }) => t('job.points.reverse', { file: typeof fileName === 'string' ? fileName : '' }),
  facts: () => [],
  reason: (reason, { t }) =>
    reason === 'reversed'
      ? t('job.points.reason.reversed')
      : reason === 'points.insufficient'
        ? t('job.points.reason.spent')
        : reason === 'wallet.frozen'
          ? t(errorKey(reason))
          : null,
  lists: () => ['ACCOUNTS', 'STORES'],
};
