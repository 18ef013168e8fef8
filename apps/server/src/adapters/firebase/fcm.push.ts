import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../ports/clock.ts';
import { PUSH_BATCH_MAX, type PushMessage, type PushOutcome, type PushPort } from '../../ports/push.ts';
import { fcmOutcome } from './fcm-answer.ts';
import { FCM_PAYLOAD_MAX_BYTES, fcmMessage, fcmPayloadBytes } from './fcm-message.ts';
import { readObject, sendRequest } from './google-request.ts';
import { GoogleToken } from './google-token.ts';
import type { ServiceAccount } from './service-account.ts';

const GOOGLE = 'https://fcm.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** FCM takes one message a request: so many are under way at once, over connections that are kept. */
const CONNECTIONS = 200;
/** What FCM says of an access token that it does not take; without a body it is the status. */
const REFUSED_TOKEN = new Set(['UNAUTHENTICATED', 'HTTP_401']);

/** What FCM has to be told. */
export interface FcmSettings {
  readonly projectId: string;
  readonly serviceAccount: ServiceAccount;
  readonly clock: Clock;
  /** Where FCM is; another place for tests only. */
  readonly origin?: string;
}

/**
 * Firebase Cloud Messaging by its HTTP v1 API. Answers are at most 1 MB, redirects are not followed, tokens of devices get into no log and no
 * error.
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
      // A token that was revoked before its time: one more try with a new one.
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
        return 'Google gives no access token for FCM';
      }
    },
    close: async () => agent.destroy(),
  };
}
