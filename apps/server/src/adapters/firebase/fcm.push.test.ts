import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PushMessage, PushPort } from '../../ports/push.ts';
import { createFcmPush } from './fcm.push.ts';
import { type FcmDouble, type FcmReply, fcmError, startFcmDouble } from './testing/fcm-double.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const clock = { now: () => NOW };
const message = (token: string, changes: Partial<PushMessage> = {}): PushMessage => ({
  token,
  platform: 'ANDROID',
  title: 'Two for one',
  body: 'Today only',
  imageUrl: 'https://pictures.example/a.png',
  deepLink: 'backcounter://offers/1',
  ttlSeconds: 3600,
  collapseKey: 'notification-1',
  data: { notificationId: 'notification-1', accountId: 'account-1' },
  ...changes,
});

describe('Firebase Cloud Messaging', () => {
  let double: FcmDouble;
  let push: PushPort;
  beforeEach(async () => {
    double = await startFcmDouble('shop', clock);
    push = createFcmPush({
      projectId: 'shop',
      serviceAccount: double.serviceAccount,
      clock,
      origin: double.origin,
    });
  });
  afterEach(async () => {
    await push.close();
    await double.end();
  });

  it('receives a message per device, with collapse keys, and results are in order', async () => {
    const outcomes = await push.send([message('one'), message('two', { platform: 'IOS', ttlSeconds: 0 })]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted']);
    const [android, ios] = ['one', 'two'].map((token) => double.received.find((each) => each.token === token));
    expect(android).toMatchObject({
      notification: { title: 'Two for one', body: 'Today only', image: 'https://pictures.example/a.png' },
      data: { accountId: 'account-1', deepLink: 'backcounter://offers/1' },
      android: { ttl: '3600s', notification: { tag: 'notification-1' } },
    });
    expect(ios?.apns?.headers).toMatchObject({ 'apns-collapse-id': 'notification-1', 'apns-expiration': '0' });
  });

  it('sends many messages over kept connections with one sign-in', async () => {
    const tokens = Array.from({ length: 500 }, (_, index) => `token-${index}`);
    const outcomes = await push.send(tokens.map((token) => message(token)));
    expect(outcomes.every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(new Set(double.received.map(({ token }) => token)).size).toBe(500);
    expect(double.tokens).toHaveLength(1);
    // One connection for the access token, the rest for messages, up to the limit.
    expect(double.connections).toBeGreaterThan(10);
    expect(double.connections).toBeLessThanOrEqual(201);
    await expect(push.send(Array.from({ length: 501 }, () => message('x')))).rejects.toThrow('At most 500');
  });

  const cases: [string, FcmReply, object][] = [
    ['a device that is gone', fcmError(404, 'NOT_FOUND', 'UNREGISTERED'), { kind: 'rejected', reason: 'UNREGISTERED' }],
    [
      'a token of another sender',
      fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
      { kind: 'rejected', reason: 'SENDER_MISMATCH' },
    ],
    [
      'a token that is none',
      fcmError(
        400,
        'INVALID_ARGUMENT',
        'INVALID_ARGUMENT',
        'The registration token is not a valid FCM registration token',
      ),
      { kind: 'rejected', reason: 'UNREGISTERED', code: 'INVALID_TOKEN' },
    ],
    [
      'a field that names the token',
      {
        status: 400,
        body: {
          error: {
            status: 'INVALID_ARGUMENT',
            message: 'Request contains an invalid argument.',
            details: [{ fieldViolations: [{ field: 'message.token' }] }],
          },
        },
      },
      { kind: 'rejected', reason: 'UNREGISTERED' },
    ],
    [
      'a bad field',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'),
      { kind: 'rejected', reason: 'INVALID', code: 'INVALID_ARGUMENT' },
    ],
    [
      'a message that is too big',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', 'Message too big'),
      { kind: 'rejected', reason: 'PAYLOAD_TOO_BIG' },
    ],
    [
      'too many requests',
      { ...fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED'), headers: { 'retry-after': '7' } },
      { kind: 'unavailable', retryAfterMs: 7_000, code: 'QUOTA_EXCEEDED' },
    ],
    [
      'trouble at Google, with a date',
      {
        ...fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE'),
        headers: { 'retry-after': new Date(NOW.getTime() + 9_000).toUTCString() },
      },
      { kind: 'unavailable', retryAfterMs: 9_000, code: 'UNAVAILABLE' },
    ],
    [
      'a page in place of an answer',
      { status: 502, body: '<!DOCTYPE html>' },
      { kind: 'unavailable', code: 'HTTP_502' },
    ],
    [
      'a wrong Apple certificate',
      fcmError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'),
      { kind: 'unavailable', code: 'THIRD_PARTY_AUTH_ERROR' },
    ],
    ['an answer without an id', { status: 200, body: {} }, { kind: 'unavailable', code: 'UNREADABLE_ANSWER' }],
    [
      'an answer that never ends',
      { status: 200, body: `{"name":"${'x'.repeat(1_100_000)}"}` },
      { kind: 'unavailable' },
    ],
    [
      'another address',
      { status: 301, body: '', headers: { location: 'http://127.0.0.1:9/' } },
      { kind: 'rejected', reason: 'INVALID', code: 'HTTP_301' },
    ],
  ];
  it.each(cases)('recognises %s', async (_name, reply, expected) => {
    double.reply = () => reply;
    const [outcome] = await push.send([message('secret-token-of-a-device')]);
    expect(outcome).toMatchObject(expected);
    expect(JSON.stringify(outcome)).not.toContain('secret-token');
  });

  it('is not sent a message that is too big', async () => {
    const [outcome] = await push.send([message('one', { body: 'ä'.repeat(2_100) })]);
    expect(outcome).toMatchObject({ kind: 'rejected', reason: 'PAYLOAD_TOO_BIG' });
    expect(double.received).toEqual([]);
  });

  it('is signed in to again when an access token is revoked early', async () => {
    await push.send([message('one')]);
    double.revoke();
    expect(await push.send([message('two')])).toMatchObject([{ kind: 'accepted' }]);
    expect(double.tokens).toHaveLength(2);
    expect(await push.check()).toBe(true);
  });

  it('reports no connection as an outcome', async () => {
    await push.send([message('one')]);
    await double.end();
    expect(await push.send([message('two')])).toEqual([
      { kind: 'unavailable', retryAfterMs: null, code: 'NO_CONNECTION' },
    ]);
    const silent = http.createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const other = createFcmPush({
      projectId: 'shop',
      serviceAccount: { ...double.serviceAccount, tokenUri: `${origin}/token`, privateKey: 'none' },
      clock,
      origin,
    });
    expect(await other.check()).toContain('no access token');
    await other.close();
    silent.closeAllConnections();
    silent.close();
  });
});
