import type { PushMessage } from '../../ports/push.ts';

/** FCM's limit for a message's payload, keys and values included. */
export const FCM_PAYLOAD_MAX_BYTES = 4096;

/**
 * A message in the format of FCM's HTTP v1 API ("REST Resource: projects.messages"). On the device, `tag` and
 * `apns-collapse-id` make a repeated message replace the first. `collapse_key` is not used, because FCM keeps only four
 * of them per device.
 */
export function fcmMessage(message: PushMessage, now: Date): Readonly<Record<string, unknown>> {
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
export function fcmPayloadBytes({ title, body, imageUrl, deepLink, data }: PushMessage): number {
  return Buffer.byteLength(JSON.stringify({ title, body, imageUrl, deepLink, data }));
}
