import { z } from 'zod';
import type { PushOutcome } from '../../ports/push.ts';

const accepted = z.object({ name: z.string().min(1).max(1000) });
const refused = z.object({
  error: z.object({
    status: z.string().max(100).optional(),
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().max(100).optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .optional()
      .catch(undefined),
  }),
});

/** Status, Retry-After header and JSON body of a response; `body` is null if it is missing or not an object. */
export interface FcmAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: unknown;
}

/**
 * Interprets a response of FCM ("ErrorCode" of its HTTP v1 API). FCM reports a malformed token as an invalid argument;
 * the named field distinguishes it from a bad message. FCM's own failures (401, 429, 5xx) and unreadable responses are
 * temporary.
 */
export function fcmOutcome({ status, retryAfter, body }: FcmAnswer, nowMs: number): PushOutcome {
  if (status === 200) {
    const taken = accepted.safeParse(body);
    if (taken.success) return { kind: 'accepted', messageId: taken.data.name };
    return { kind: 'unavailable', retryAfterMs: null, code: 'UNREADABLE_ANSWER' };
  }
  const error = refused.safeParse(body).data?.error;
  const details = error?.details ?? [];
  const code = details.find((detail) => detail.errorCode !== undefined)?.errorCode ?? error?.status ?? `HTTP_${status}`;
  if (status === 429 || status >= 500 || status === 401 || code === 'THIRD_PARTY_AUTH_ERROR') {
    return { kind: 'unavailable', retryAfterMs: retryAfterMs(retryAfter, nowMs), code };
  }
  if (code === 'UNREGISTERED') return { kind: 'rejected', reason: 'UNREGISTERED', code };
  if (code === 'SENDER_ID_MISMATCH') return { kind: 'rejected', reason: 'SENDER_MISMATCH', code };
  const fields = details.flatMap((detail) => detail.fieldViolations ?? []).map(({ field }) => field);
  const message = error?.message ?? '';
  if (fields.includes('message.token') || /registration token/i.test(message)) {
    return { kind: 'rejected', reason: 'UNREGISTERED', code: 'INVALID_TOKEN' };
  }
  if (/too (big|large)/i.test(message)) return { kind: 'rejected', reason: 'PAYLOAD_TOO_BIG', code };
  return { kind: 'rejected', reason: 'INVALID', code };
}

/** Parses seconds or an HTTP date (RFC 9110, section 10.2.3); null for anything else. */
function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(at - nowMs, 0);
}
