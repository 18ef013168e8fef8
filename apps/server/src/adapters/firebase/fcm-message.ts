import type { PushMessage } from '../../ports/push.ts';

/** What a message may weigh that FCM brings to a device, keys and values. */
export const FCM_PAYLOAD_MAX_BYTES = 4096;

/**
 * A message as FCM's HTTP v1 API takes it ("REST Resource: projects.messages"). A repeated one takes the place of the first on the device by
 * `tag` and `apns-collapse-id`; `collapse_key` is left alone, since FCM keeps only four of them for a device.
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
              // At 0 Apple tries once, as FCM does.
              'apns-expiration': String(ttlSeconds === 0 ? 0 : Math.floor(now.getTime() / 1000) + ttlSeconds),
              'apns-priority': '10',
            },
          },
        }),
  };
}

/** Bytes of a message that count against `FCM_PAYLOAD_MAX_BYTES`: texts and data, not the address. */
export function fcmPayloadBytes({ title, body, imageUrl, deepLink, data }: PushMessage): number {
  return Buffer.byteLength(JSON.stringify({ title, body, imageUrl, deepLink, data }));
}
