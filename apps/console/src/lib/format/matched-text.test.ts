import { describe, expect, test } from 'vitest';
import { findWords } from './matched-text.ts';

const marked = (search: string, text: string) =>
  findWords(search)?.(text).map(([from, to]) => text.slice(from, to)) ?? null;

describe('words of a search', () => {
  test.each([
    ['damm rut', 'Rutger van Damme', ['Rut', 'Damm']],
    ['rud', 'Rüdiger', ['Rüd']],
    ['rud', 'Ru\u0308diger', ['Ru\u0308d']],
    ['ANN', 'Annanann', ['Ann', 'ann']],
    ['anna nana', 'Annana', ['Annana']],
    ['احمد', 'أحمد علي', ['أحمد']],
    // Short words only at the start of a word.
    ['da', 'Ada Dahl', ['Da']],
    ['zzz', 'Anna', []],
    ['a.b', 'aab a.b', ['a.b']],
    ['0049 151 00', '+491510000012', ['4915100']],
    ['0151 00', '+491510000012', ['15100']],
    ['georg', 'Γεώργιος', ['Γεώργ']],
    ['+49 (151) 00', '+491510000012', ['4915100']],
  ])('%s in %s', (search, text, expected) => {
    expect(marked(search, text)).toEqual(expected);
  });

  test.each(['', '  ', '+'])('an empty search “%s” looks for nothing', (search) => {
    expect(findWords(search)).toBeNull();
  });
});
