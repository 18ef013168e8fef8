import { describe, expect, it } from 'vitest';
import type { FieldValues } from '../../../records/form/record-merge.ts';
import { contentIn, graphemes, languageStanding } from '../notification-languages.ts';
import { missingFields, notificationRules } from './notification-form-rules.ts';
import {
  audienceInput,
  newNotificationValues,
  notificationFormValues,
  notificationInput,
  notificationPatch,
} from './notification-form-values.ts';
import { stepOf } from './notification-steps.ts';

const TOPIC = '0192f000-0000-7000-8000-00000000c001';
const whole: FieldValues = {
  ...newNotificationValues('Europe/Berlin'),
  'titleI18n.en-US': 'Tonight',
  'bodyI18n.en-US': 'From six on',
  topicId: TOPIC,
};
const rulesOf = (values: FieldValues) =>
  Object.fromEntries(
    Object.entries(
      missingFields(
        notificationRules(() => values),
        values,
      ),
    ).map(([field, [first]]) => [field, first?.rule]),
  );

describe('the form of a notification', () => {
  it('a whole one breaks no rule', () => {
    expect(rulesOf(whole)).toEqual({});
  });

  it('says what a new one needs, and on which step it stands', () => {
    const missing = rulesOf(newNotificationValues('Europe/Berlin'));
    expect(missing).toEqual({ topicId: 'required', 'titleI18n.en-US': 'required', 'bodyI18n.en-US': 'required' });
    expect(Object.keys(missing).map(stepOf)).toEqual(['content', 'content', 'content']);
    expect(stepOf('sendLocal')).toBe('timing');
  });

  it('a text that is there by half is missing in its language [notifications 12]', () => {
    expect(rulesOf({ ...whole, 'titleI18n.ar-EG': 'الليلة' })).toEqual({ 'bodyI18n.ar-EG': 'required' });
  });

  it('a time that belongs to another way of sending is neither judged nor sent [notifications 12]', () => {
    const local = { ...whole, sendMode: 'AT_LOCAL', sendLocal: '2026-11-30T18:00', sendAt: '2026-11-30T17:00:00.000Z' };
    expect(rulesOf(local)).toEqual({});
    expect(notificationInput(local)).toMatchObject({ sendAt: null, sendLocal: '2026-11-30T18:00' });
    expect(rulesOf({ ...whole, sendMode: 'AT_INSTANT' })).toEqual({ sendAt: 'required' });
  });

  it('rules between fields stand on their field', () => {
    const late = {
      ...whole,
      sendMode: 'AT_INSTANT',
      sendAt: '2026-11-30T17:00:00.000Z',
      notAfter: '2026-11-30T16:00:00.000Z',
    };
    expect(rulesOf(late)).toEqual({ notAfter: 'not-after-start' });
  });

  it('a record that is opened and not changed sends nothing; a changed text is sent with all its languages', () => {
    const record = {
      ...{ topicId: TOPIC, titleI18n: { 'en-US': 'Tonight', 'de-DE': 'Heute' }, bodyI18n: { 'en-US': 'From six on' } },
      ...{ countryCodes: ['PT', 'DE'], areaIds: [], sendMode: 'NOW', timezone: 'Europe/Berlin', ttlSeconds: 3600 },
    };
    const base = notificationFormValues(record);
    expect(notificationPatch(base, base)).toEqual({});
    expect(notificationPatch({ ...base, 'titleI18n.de-DE': 'Heute Abend', countryCodes: 'DE' }, base)).toEqual({
      titleI18n: { 'en-US': 'Tonight', 'de-DE': 'Heute Abend' },
      countryCodes: ['DE'],
    });
  });

  it('asks who would get it as soon as there is a topic, with the time as far as it is known', () => {
    expect(audienceInput(newNotificationValues('UTC'))).toBeNull();
    expect(audienceInput({ ...whole, sendMode: 'AT_LOCAL' })).toMatchObject({ sendMode: 'NOW', sendLocal: null });
    expect(audienceInput({ ...whole, lastSeenWithinDays: 'thirty' })).toMatchObject({ lastSeenWithinDays: null });
  });

  it('each text falls back to English by itself, and half a language is said to be half', () => {
    const half = { ...whole, 'titleI18n.de-DE': 'Heute', 'bodyI18n.de-DE': '  ' };
    expect(languageStanding(half, 'de-DE')).toBe('partial');
    expect(contentIn(half, 'de-DE')).toEqual({ title: 'Heute', body: 'From six on', isFallback: true });
    expect(contentIn(half, 'en-US').isFallback).toBe(false);
  });

  it('counts characters as people see them', () => {
    expect(graphemes('Öl 👩‍👩‍👧‍👦!')).toBe(5);
  });
});
