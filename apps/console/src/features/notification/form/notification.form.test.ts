import { describe, expect, it } from 'vitest';
import { changedInput } from '../../../records/form/field-map.ts';
import { contentIn, graphemes, languageStanding } from '../notification-languages.ts';
import { missingFields, notificationRules } from './notification-form-rules.ts';
import {
  audienceInput,
  type NotificationValues,
  newNotificationValues,
  notificationFormValues,
  notificationInput,
} from './notification-form-values.ts';
import { NOTIFICATION_PLAN } from './notification-plan.ts';

const TOPIC = '0192f000-0000-7000-8000-00000000c001';
const whole: NotificationValues = {
  ...newNotificationValues('Europe/Berlin'),
  'titleI18n.en-US': 'Tonight',
  'bodyI18n.en-US': 'From six on',
  topicId: TOPIC,
};
const patchOf = (mine: NotificationValues, base: NotificationValues) =>
  changedInput(notificationInput(mine), notificationInput(base));
const rulesOf = (values: NotificationValues) =>
  Object.fromEntries(
    Object.entries(
      missingFields(
        notificationRules(() => values),
        values,
      ),
    ).map(([field, [first]]) => [field, first?.rule]),
  );

describe('the form of a notification', () => {
  it('a complete notification passes all rules', () => {
    expect(rulesOf(whole)).toEqual({});
  });

  it('reports missing fields of a new notification, and their steps', () => {
    const missing = rulesOf(newNotificationValues('Europe/Berlin'));
    expect(missing).toEqual({ topicId: 'required', 'titleI18n.en-US': 'required', 'bodyI18n.en-US': 'required' });
    expect(Object.keys(missing).map(NOTIFICATION_PLAN.stepOf)).toEqual(['content', 'content', 'content']);
    expect(NOTIFICATION_PLAN.stepOf('sendLocal')).toBe('timing');
  });

  it('a text without its counterpart is reported in its language [notifications 12]', () => {
    expect(rulesOf({ ...whole, 'titleI18n.ar-EG': 'الليلة' })).toEqual({ 'bodyI18n.ar-EG': 'required' });
  });

  it('a time of another send mode is neither checked nor sent [notifications 12]', () => {
    const local: NotificationValues = {
      ...whole,
      sendMode: 'AT_LOCAL',
      sendLocal: '2026-11-30T18:00',
      sendAt: '2026-11-30T17:00:00.000Z',
    };
    expect(rulesOf(local)).toEqual({});
    expect(notificationInput(local)).toMatchObject({ sendAt: null, sendLocal: '2026-11-30T18:00' });
    expect(rulesOf({ ...whole, sendMode: 'AT_INSTANT' })).toEqual({ sendAt: 'required' });
  });

  it('rules between fields report on their field', () => {
    const late: NotificationValues = {
      ...whole,
      sendMode: 'AT_INSTANT',
      sendAt: '2026-11-30T17:00:00.000Z',
      notAfter: '2026-11-30T16:00:00.000Z',
    };
    expect(rulesOf(late)).toEqual({ notAfter: 'not-after-start' });
  });

  it('an unchanged record sends nothing; a changed text is sent with all its languages', () => {
    const record = {
      ...{ topicId: TOPIC, titleI18n: { 'en-US': 'Tonight', 'de-DE': 'Heute' }, bodyI18n: { 'en-US': 'From six on' } },
      ...{ countryCodes: ['PT', 'DE'], areaIds: [], sendMode: 'NOW', timezone: 'Europe/Berlin', ttlSeconds: 3600 },
    };
    const base = notificationFormValues(record);
    expect(patchOf(base, base)).toEqual({});
    expect(patchOf({ ...base, 'titleI18n.de-DE': 'Heute Abend', countryCodes: 'DE' }, base)).toEqual({
      titleI18n: { 'en-US': 'Tonight', 'de-DE': 'Heute Abend' },
      countryCodes: ['DE'],
    });
  });

  it('queries the audience once a topic is chosen, with the time if known', () => {
    expect(audienceInput(newNotificationValues('UTC'))).toBeNull();
    expect(audienceInput({ ...whole, sendMode: 'AT_LOCAL' })).toMatchObject({ sendMode: 'NOW', sendLocal: null });
    expect(audienceInput({ ...whole, lastSeenWithinDays: 'thirty' })).toMatchObject({ lastSeenWithinDays: null });
  });

  it('each text falls back to English on its own, and a language with one of its texts is partial', () => {
    const half = { ...whole, 'titleI18n.de-DE': 'Heute', 'bodyI18n.de-DE': '  ' };
    expect(languageStanding(half, 'de-DE')).toBe('partial');
    expect(contentIn(half, 'de-DE')).toEqual({ title: 'Heute', body: 'From six on', isFallback: true });
    expect(contentIn(half, 'en-US').isFallback).toBe(false);
  });

  it('counts characters as readers see them', () => {
    expect(graphemes('Öl 👩‍👩‍👧‍👦!')).toBe(5);
  });
});
