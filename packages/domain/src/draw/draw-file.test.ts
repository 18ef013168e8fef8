import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProofFile } from './draw-file.ts';

const read = (text: string) => readProofFile(new TextEncoder().encode(text));

describe('the file of a proof [draw 4]', () => {
  it.each([
    ['{"a":1,"a":2}', 'a key twice'],
    ['{"a":1,"\\u0061":2}', 'a key twice, once escaped'],
    ['{"x":[{"b":{}, "c" : 1,\n"c"\t:2}]}', 'a key twice, inside'],
    ['{"a":{"b":1},"c":2,"a":{}}', 'a key twice, with others between'],
    ['{"__proto__":1,"__proto__":2}', 'an inherited key twice'],
    ['{"":1,"":1}', 'an empty key twice, with the same value'],
    ['{"a":1.0}', 'a number with a fraction'],
    ['{"a":1.0000000000000000001}', 'a number that programs round'],
    ['[1e0]', 'a number with an exponent'],
    ['{"a":1', 'half of a file'],
    ['<html>', 'another file'],
    ['', 'nothing'],
  ])('%s is refused: %s', (text) => {
    expect(read(text)).toBeNull();
  });

  it('that is not UTF-8 is refused', () => {
    expect(readProofFile(new Uint8Array([0x22, 0xff, 0x22]))).toBeNull();
  });

  it.each([
    '{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}',
    '{"a":"{\\"a\\":1","b":"a\\\\","c":":"}',
    ' { "a" : -12 , "b" : true , "c" : null , "d" : "1.5e3" } ',
  ])('%s is read', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it('is read if every program agrees on it, else never', () => {
    const text = fc.array(
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '"a"', '"b"', '\\', '1', '.', 'e', ' ', '"a":', '{"a":1'),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(text, (parts) => {
        const value = read(parts.join(''));
        if (value !== null) expect(value).toEqual(JSON.parse(parts.join('')));
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const written = JSON.stringify(value);
        if (written.isWellFormed() && !/\d[.eE]/.test(written) && value !== null)
          expect(read(written)).toEqual(JSON.parse(written));
      }),
    );
  });
});
