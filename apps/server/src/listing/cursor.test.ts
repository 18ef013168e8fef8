import { randomBytes } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedSecret } from '../db/testing/fixed-secret.ts';
import { CursorCodec } from './cursor.ts';

const codec = new CursorCodec(fixedSecret(randomBytes(32)));
const position = fc.record({
  sortValue: fc.string(),
  key: fc.uuid(),
  searchMode: fc.option(fc.constantFrom('NAME', 'ID')),
});

function problemOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : error;
  }
}
const FIXED = 'cursor.invalid: The cursor is not valid for this list.';

describe('cursors', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(fc.string(), position, (scope, value) => {
        expect(codec.decode(scope, codec.encode(scope, value))).toEqual(value);
      }),
    );
  });

  it('are refused with the same error after a change of any character [security 8]', () => {
    const alphabet = fc.constantFrom(...'ABCXYZabcxyz0189-_=+/ .é');
    fc.assert(
      fc.property(position, fc.nat(), alphabet, (value, at, character) => {
        const cursor = codec.encode('scope', value);
        const index = at % cursor.length;
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        fc.pre(changed !== cursor);
        expect(problemOf(() => codec.decode('scope', changed))).toBe(FIXED);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are refused for another scope or key, truncated, extended or invented', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), position, fc.string(), (scope, other, value, extra) => {
        fc.pre(scope !== other && extra !== '');
        const cursor = codec.encode(scope, value);
        for (const attempt of [
          () => codec.decode(other, cursor),
          () => new CursorCodec(fixedSecret(randomBytes(32))).decode(scope, cursor),
          () => codec.decode(scope, cursor.slice(0, -1)),
          () => codec.decode(scope, cursor + extra),
          () => codec.decode(scope, extra),
        ]) {
          expect(problemOf(attempt)).toBe(FIXED);
        }
      }),
    );
  });
});
