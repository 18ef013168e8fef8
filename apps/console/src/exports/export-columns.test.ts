import { describe, expect, it } from 'vitest';
import type { ListName } from '../generated/graphql.ts';
import { enUs } from '../messages/en-us.ts';
import { columnsInOrder, columnsOnScreen, exportLabelKey } from './export-columns.ts';
import { EXPORTED_COLUMNS } from './exported-columns.ts';

const ACCOUNT = ['number', 'displayName', 'email', 'country', 'countryCode', 'lastSeenAt', 'id'];

describe('columns of a file', () => {
  it('start with those on screen, in their order, without those that files do not have', () => {
    expect(columnsOnScreen(['name', 'online', 'lastSeen', 'country', 'number'], ACCOUNT)).toEqual([
      'displayName',
      'lastSeenAt',
      'country',
      'number',
    ]);
    expect(columnsOnScreen(['name', 'country'], ['countryCode', 'code', 'name'])).toEqual(['name', 'countryCode']);
  });

  it('of entries of points match those of the tab', () => {
    const offered = [
      'seq',
      'occurredAt',
      'recordedAt',
      'code',
      'delta',
      'balanceAfter',
      'otherSide',
      'referenceId',
      'by',
      'reason',
    ];
    const shown = ['recorded', 'code', 'other', 'reference', 'reason', 'who', 'amount', 'balance', 'number'];
    expect(columnsOnScreen(shown, offered)).toEqual([
      'recordedAt',
      'code',
      'otherSide',
      'referenceId',
      'reason',
      'by',
      'delta',
      'balanceAfter',
      'seq',
    ]);
  });

  it('of campaigns, coupons and giveaways match their lists', () => {
    const columns = (list: ListName, ...shown: string[]) => columnsOnScreen(shown, EXPORTED_COLUMNS[list]);
    expect(columns('CAMPAIGNS', 'name', 'window', 'budget')).toEqual(['name', 'startsAt', 'endsAt', 'budgetUse']);
    expect(columns('COUPONS', 'uses', 'used')).toEqual(['usesConfirmed', 'usesMax', 'lastUsedAt']);
    expect(columns('CAMPAIGN_REDEMPTIONS', 'when', 'order')).toEqual(['reservedAt', 'orderMinor', 'currency']);
    expect(columns('GIVEAWAYS', 'entries', 'store')).toEqual(['entries', 'sponsor']);
  });

  it('never include one that this person may not have [ux 38]', () => {
    expect(columnsOnScreen(['email', 'number'], ['number'])).toEqual(['number']);
  });

  it('are all offered, each once', () => {
    const all = columnsInOrder(['country', 'name'], ACCOUNT);
    expect(all.slice(0, 2)).toEqual(['country', 'displayName']);
    expect([...all].sort()).toEqual([...ACCOUNT].sort());
  });

  it('have labels in every list, those of their fields, or else none that could be wrong', () => {
    for (const [list, columns] of Object.entries(EXPORTED_COLUMNS) as [ListName, readonly string[]][]) {
      for (const column of columns) {
        expect(enUs, `${list} ${column}`).toHaveProperty([exportLabelKey(list, column) ?? 'none']);
      }
    }
    expect(exportLabelKey('CAMPAIGNS', 'percentBp')).toBe('campaign.field.percentBp');
    expect(exportLabelKey('TRANSLATIONS', 'key')).toBe('translation.field.key');
    expect(exportLabelKey('ACCOUNTS', 'unheardOf')).toBeNull();
  });
});
