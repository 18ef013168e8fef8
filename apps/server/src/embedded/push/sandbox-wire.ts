import { z } from 'zod';
import { PUSH_BATCH_MAX, PUSH_REJECTIONS } from '../../ports/push.ts';

/** Request body of `POST /send`. */
export const sandboxRequest = z.strictObject({
  messages: z
    .array(
      z.object({
        token: z.string().min(1).max(4096),
        collapseKey: z.string().max(200),
        data: z.record(z.string(), z.string()),
      }),
    )
    .max(PUSH_BATCH_MAX),
});

/** Response body; outcomes are in the order of the messages. */
export const sandboxAnswer = z.object({
  outcomes: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('accepted'), messageId: z.string() }),
      z.object({ kind: z.literal('rejected'), reason: z.enum(PUSH_REJECTIONS), code: z.string() }),
      z.object({ kind: z.literal('unavailable'), retryAfterMs: z.number().nullable(), code: z.string() }),
    ]),
  ),
});
