import { expect, it } from 'vitest';
import { codeAfter, proposedCode } from './proposed-code.ts';

it('proposes a code from the Latin letters and digits of a title, cut between words', () => {
  expect(
    ['Été à Paris!', 'Advent live drops 2026 for all', 'AB', 'عرض الصيف', 'x'.repeat(40), null].map(proposedCode),
  ).toEqual(['ETE-A-PARIS', 'ADVENT-LIVE-DROPS-2026', '', '', 'X'.repeat(24), '']);
});

it('follows the title until the person has chosen another code, or none', () => {
  expect(codeAfter(null, null, 'Summer')).toBe('SUMMER');
  expect(codeAfter('Summer', 'SUMMER', 'Summer 27')).toBe('SUMMER-27');
  expect(codeAfter('Summer', 'MINE', 'Summer 27')).toBeNull();
  expect(codeAfter('Summer', '', 'Summer 27')).toBeNull();
});
