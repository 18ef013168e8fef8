import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../ports/clock.ts';
import { PUSH_BATCH_MAX, type PushMessage, type PushOutcome, type PushPort } from '../../ports/push.ts';
import { FCM_PAYLOAD_MAX_BYTES, fcmMessage, fcmPayloadBytes } from './fcm-message.ts';
import { fcmOutcome } from './fcm-response.ts';
import { readObject, sendRequest } from './google-request.ts';
import { GoogleToken } from './google-token.ts';
import type { ServiceAccount } from './service-account.ts';

const GOOGLE = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** FCM accepts one message per request, so many run concurrently over kept connections. */
const CONNECTIONS = 200;
/** Error codes for a rejected access token; without a body, the status. */
const REFUSED_TOKEN = new Set(['UNAUTHENTICATED', 'HTTP_401']);

/** Settings of `createFcmPush`. */
export interface FcmSettings {
  readonly projectId: string;
  readonly serviceAccount: ServiceAccount;
  readonly clock: Clock;
  /** FCM's address; changed by tests only. */
  readonly origin?: string;
}

/**
 * Firebase Cloud Messaging over its HTTP v1 API. Responses are limited to 1 MB, redirects are not followed, and device
 * tokens never appear in logs or errors.
 */
export function createFcmPush({ projectId, serviceAccount, clock, origin = GOOGLE }: FcmSettings): PushPort {
  const url = new URL(`/v1/projects/${encodeURIComponent(projectId)}/messages:send`, origin);
  const token = new GoogleToken(serviceAccount, SCOPE, clock);
  const options = { keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS, timeout: 30_000 };
  const agent = url.protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);

  const post = async (body: string): Promise<PushOutcome> => {
    const answer = await sendRequest({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${await token.get()}`, 'content-type': 'application/json; charset=utf-8' },
      body,
      agent,
    });
    const status = answer.statusCode ?? 0;
    const object = await readObject(answer).catch(() => null);
    return fcmOutcome({ status, retryAfter: answer.headers['retry-after'], body: object }, clock.now().getTime());
  };

  const sendOne = async (message: PushMessage): Promise<PushOutcome> => {
    if (fcmPayloadBytes(message) > FCM_PAYLOAD_MAX_BYTES) {
      return { kind: 'rejected', reason: 'PAYLOAD_TOO_BIG', code: 'TOO_BIG_TO_SEND' };
    }
    try {
      const body = JSON.stringify({ message: fcmMessage(message, clock.now()) });
      const outcome = await post(body);
      if (outcome.kind !== 'unavailable' || !REFUSED_TOKEN.has(outcome.code)) return outcome;
      // The token may have been revoked early; retry once with a new one.
      token.forget();
      return await post(body);
    } catch {
      return { kind: 'unavailable', retryAfterMs: null, code: 'NO_CONNECTION' };
    }
  };

  return {
    send: async (messages) => {
      if (messages.length > PUSH_BATCH_MAX) throw new RangeError(`At most ${PUSH_BATCH_MAX} messages at once`);
      return Promise.all(messages.map(sendOne));
    },
    check: async () => {
      try {
        await token.get();
        return true;
      } catch {
        return 'Google issues no access token for FCM';
      }
    },
    close: async () => agent.destroy(),
  };
}
