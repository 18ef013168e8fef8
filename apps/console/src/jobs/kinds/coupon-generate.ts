import type { JobKindWords } from '../job-kind-words.ts';

/** Generating the codes of an order. */
export const couponGenerateWords: JobKindWords = {
  title: ({ batchNumber, campaignCode }, { t }) =>
    t('job.coupon-generate.title', { batch: String(batchNumber ?? ''), campaign: String(campaignCode ?? '') }),
  facts: () => [],
  lists: () => ['coupons', 'coupon-batches', 'campaigns'],
};
