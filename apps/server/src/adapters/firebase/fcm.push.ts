import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../ports/clock.ts';
import { PUSH_BATCH_MAX, type PushMessage, type PushOutcome, type PushPort } from '../../ports/push.ts';
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

/** FCM's limit for a message's payload, keys and values included. */
const FCM_PAYLOAD_MAX_BYTES = 4096;

/**
 * A message in the format of FCM's HTTP v1 API ("REST Resource: projects.messages"). On the device, `tag` and
 * `apns-collapse-id` make a repeated message replace the first. `collapse_key` is not used, because FCM keeps only four
 * of them per device.
 */
function fcmMessage(message: PushMessage, now: Date): Readonly<Record<string, unknown>> {
  const { token, title, body, imageUrl, deepLink, ttlSeconds, collapseKey } = message;
  const data = { ...message.data, ...(deepLink !== null && { deepLink }) };
  return {
    token,
    notification: { title, body, ...(imageUrl !== null && { image: imageUrl }) },
    data,
    ...(message.platform === 'ANDROID'
      ? { android: { ttl: `${ttlSeconds}s`, priority: 'high', notification: { tag: collapseKey } } }
      : {
          apns: {
            headers: {
              'apns-collapse-id': collapseKey.slice(0, 64),
              // With 0, Apple tries once, as FCM does.
              'apns-expiration': String(ttlSeconds === 0 ? 0 : Math.floor(now.getTime() / 1000) + ttlSeconds),
              'apns-priority': '10',
            },
          },
        }),
  };
}

/** Bytes that count against `FCM_PAYLOAD_MAX_BYTES`: texts and data, not the token. */
function fcmPayloadBytes({ title, body, imageUrl, deepLink, data }: PushMessage): number {
  return Buffer.byteLength(JSON.stringify({ title, body, imageUrl, deepLink, data }));
}
