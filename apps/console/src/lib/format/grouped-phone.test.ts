import { expect, test } from 'vitest';
import { groupedPhone } from './grouped-phone.ts';

test.each([
  ['+33652381814', '+33 6 52 38 18 14'],
  ['+61466274193', '+61 466 274 193'],
  ['+12025550143', '+1 202 555 0143'],
  ['+999123456789', '+999123456789'],
  ['unknown', 'unknown'],
])('%s is shown as %s', (stored, shown) => {
  expect(groupedPhone(stored)).toBe(shown);
});
