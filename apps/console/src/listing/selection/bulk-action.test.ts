import { IconPlayerPause } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { allowedActions, type BulkAction } from './bulk-action.ts';

const suspend: BulkAction = {
  key: 'suspend',
  labelKey: 'account.action.suspend',
  icon: IconPlayerPause,
  permission: 'account.change-state',
  dialog: () => null,
};

test('without a permitted bulk action, rows cannot be selected [ux 38] [bulk 1] [security 5]', () => {
  expect(allowedActions([suspend], ['ADMIN'])).toEqual([suspend]);
  expect(allowedActions([suspend], ['MARKETING'])).toEqual([]);
  expect(allowedActions([], ['ADMIN'])).toEqual([]);
});
