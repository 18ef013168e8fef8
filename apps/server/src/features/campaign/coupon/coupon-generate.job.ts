import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';
import { makeNextCodes } from './coupon-codes.ts';

/** Makes the codes of an order. What there is of it is counted in the order itself, so whoever goes on makes exactly what is missing. */
export const couponGenerateJob = defineJob({
  kind: 'coupon.generate',
  permission: 'coupon.generate',
  params: z.strictObject({
    campaignId: z.uuid(),
    batchId: z.uuid(),
    /** As people know them. */
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
