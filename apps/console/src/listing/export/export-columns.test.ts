import { describe, expect, it } from 'vitest';
import { columnsInOrder, columnsOnScreen, exportLabelKey } from './export-columns.ts';

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
    expect(offered.map(exportLabelKey)).not.toContain(null);
  });

  it('never include one that this person may not have [ux 38]', () => {
    expect(columnsOnScreen(['email', 'number'], ['number'])).toEqual(['number']);
  });

  it('are all offered, each once', () => {
    const all = columnsInOrder(['country', 'name'], ACCOUNT);
    expect(all.slice(0, 2)).toEqual(['country', 'displayName']);
    expect([...all].sort()).toEqual([...ACCOUNT].sort());
  });

  it('have labels, or else none that could be wrong', () => {
    expect(ACCOUNT.map(exportLabelKey)).not.toContain(null);
    expect(exportLabelKey('unheardOf')).toBeNull();
  });
});
