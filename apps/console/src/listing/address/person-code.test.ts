import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeFilter, encodeFilter } from '../filter/filter-value.ts';
import { personCode, personOfCode } from './person-code.ts';

it('any subject survives the URL, and common ones remain readable', () => {
  expect(personCode('0192f000-0000-7000-8000-00000000a001')).toBe('0192f000-0000-7000-8000-00000000a001');
  expect(personCode('auth0|5f7c')).toBe('auth0_007c5f7c');
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom('not', '_', '.', 'a_0041'), fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })),
      (sub) => {
        const value = { kind: 'set', mode: 'in', values: [personCode(sub)] } as const;
        expect(decodeFilter('set', encodeFilter(value))).toEqual(value);
        expect(personOfCode(personCode(sub))).toBe(sub);
      },
    ),
  );
});
