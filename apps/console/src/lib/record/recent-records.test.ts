// @vitest-environment happy-dom
import { RECENT_KINDS } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { recordAt } from './recent-records.ts';

it.each([
  ['/accounts/a-1', { kind: 'account', id: 'a-1' }],
  ['/giveaways/g-1/transactions', { kind: 'giveaway', id: 'g-1' }],
  ['/admin/config?edit=campaign.alerts', { kind: 'config-entry', id: 'campaign.alerts' }],
  ['/admin/translations/de-DE', { kind: 'translation-language', id: 'de-DE' }],
  ['/accounts', null],
  ['/accounts/', null],
  ['/giveaways/g-1', null],
  ['/admin/jobs?open=7', null],
])('%s is the record %j', (href, record) => {
  expect(recordAt(href)).toEqual(record);
  expect(record === null || record.kind in RECENT_KINDS).toBe(true);
});
