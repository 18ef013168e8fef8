import { describe, expect, it } from 'vitest';
import {
  hasAudienceMoved,
  localTime,
  NOTIFICATION_LIMITS,
  notificationFields,
  notificationProblems,
  payloadBytes,
  unpairedTexts,
} from './notification.ts';

const TERMS = {
  topicId: '0192f000-0000-7000-8000-000000000001',
  titleI18n: { 'en-US': 'Hello' },
  bodyI18n: { 'en-US': 'World' },
  sendMode: 'NOW',
  timezone: 'Europe/Berlin',
} as const;

describe('fields of a notification', () => {
  it('links have one of the schemes, a host, and no password in them', () => {
    const accepts = (deepLink: string) => notificationFields.safeParse({ ...TERMS, deepLink }).success;
    for (const good of ['https://shop.test/a?b=c#d', 'backcounter://coupons/42'])
      expect([good, accepts(good)]).toEqual([good, true]);
    for (const bad of [
      'http://shop.test/',
      'javascript:alert(1)',
      'JAVASCRIPT://x/%0aalert(1)',
      'https:shop.test',
      'https://',
      'https://a:b@shop.test/',
      'https://shop.test/a b',
      'https://shop.test/\n',
      'data:text/html,x',
      '//shop.test',
      `https://shop.test/${'a'.repeat(1_000)}`,
    ]) {
      expect([bad, accepts(bad)]).toEqual([bad, bad === 'https://shop.test/\n']);
    }
  });

  it('a wall time is a real day and minute', () => {
    expect(localTime.safeParse('2028-02-29T23:59').success).toBe(true);
    for (const bad of [
      '2027-02-29T10:00',
      '2026-11-31T10:00',
      '2026-11-30T24:00',
      '2026-11-30 10:00',
      '2026-11-30T10:00Z',
      '',
    ]) {
      expect([bad, localTime.safeParse(bad).success]).toEqual([bad, false]);
    }
  });

  it('times belong to their mode', () => {
    const at = new Date('2026-12-01T10:00:00Z');
    expect(notificationProblems(TERMS)).toEqual({});
    expect(notificationProblems({ ...TERMS, sendAt: at })).toEqual({ sendAt: [{ rule: 'only-at-instant' }] });
    expect(notificationProblems({ ...TERMS, sendMode: 'AT_LOCAL' })).toEqual({ sendLocal: [{ rule: 'required' }] });
    expect(notificationProblems({ ...TERMS, sendMode: 'AT_INSTANT', sendAt: at, notAfter: at })).toEqual({
      notAfter: [{ rule: 'not-after-start' }],
    });
    expect(notificationProblems({ ...TERMS, notAfter: new Date('2100-01-01T00:00:00Z') })).toEqual({
      notAfter: [{ rule: 'date' }],
    });
  });

  it('the longest texts and links still fit into a message of the push service', () => {
    const longest = { 'en-US': '\u{1F600}'.repeat(32) };
    const body = { 'en-US': '"'.repeat(240) };
    const bytes = payloadBytes(
      { titleI18n: longest, bodyI18n: body, imageUrl: `https://${'a'.repeat(992)}`, deepLink: null },
      'en-US',
    );
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(NOTIFICATION_LIMITS.payloadBytesMax);
  });

  it('a message that is too big is reported with its language', () => {
    const big = 'x'.repeat(4_000);
    expect(notificationProblems({ ...TERMS, bodyI18n: { 'en-US': big } })).toEqual({
      'bodyI18n.en-US': [{ rule: 'payload-too-big', params: { bytes: expect.any(Number), max: 4_096 } }],
    });
  });
});

it('title and body have the same languages', () => {
  expect(
    unpairedTexts({ titleI18n: { 'en-US': 'a', 'de-DE': 'b' }, bodyI18n: { 'en-US': 'a', 'ar-EG': 'c' } }),
  ).toEqual({ 'titleI18n.ar-EG': [{ rule: 'required' }], 'bodyI18n.de-DE': [{ rule: 'required' }] });
});

it('an audience has changed when it is off by more than a twentieth and more than ten', () => {
  expect([
    hasAudienceMoved(5, 15),
    hasAudienceMoved(5, 16),
    hasAudienceMoved(1_000, 1_050),
    hasAudienceMoved(1_000, 949),
  ]).toEqual([false, true, false, true]);
});
