import { expect, it } from 'vitest';
import { isOffensiveCode } from './offensive-code.ts';

it('detects offensive codes, also with digits for letters, and accepts harmless ones', () => {
  for (const code of ['FUCK20', 'SH1T', '5H1TSHOW', 'B1TCH', 'CUNT', 'HITLER88', 'NAZI', 'SLUT5']) {
    expect(isOffensiveCode(code), code).toBe(true);
  }
  for (const code of [
    'NINJA20',
    'KENJI20',
    'NORDLYS15',
    'CLASSIC',
    'ASSASSIN',
    'SCUNTHORPE',
    'ESSEX',
    'COCKTAIL',
    'ANALYST',
  ]) {
    expect(isOffensiveCode(code), code).toBe(false);
  }
});
