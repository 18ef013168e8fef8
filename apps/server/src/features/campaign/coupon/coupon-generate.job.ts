import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';
import { makeNextCodes } from './coupon-codes.ts';

/** Generates the codes of a batch. The batch counts its codes, so a resumed job generates exactly the missing ones. */
export const couponGenerateJob = defineJob({
  kind: 'coupon.generate',
  permission: 'coupon.generate',
  params: z.strictObject({
    campaignId: z.uuid(),
    batchId: z.uuid(),
    /** For display. */
    campaignCode: z.string(),
    batchNumber: z.int(),
    count: z.int(),
  }),
  summarise: ({ campaignId, campaignCode, batchNumber, count }) => ({ campaignId, campaignCode, batchNumber, count }),
  run: (run, key) =>
    run.batches<number>(async (trx) => {
      const next = await makeNextCodes(trx, key);
      return next === null ? null : { cursor: next.generated, done: next.made, outcomes: { DONE: next.made } };
    }),
});
