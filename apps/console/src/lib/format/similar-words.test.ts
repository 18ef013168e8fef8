import { expect, test } from 'vitest';
import { findSimilarWords } from './similar-words.ts';

test.each([
  ['damm ruth', 'Ruth Damm', ['Ruth', 'Damm']],
  ['ruht dam', 'Ruth Damm', ['Ruth', 'Dam']],
  ['mohammed al-bashiri', 'محمد البشيري', ['محمد', 'البشيري']],
  ['dimitrakopoulos', 'Σοφία Δημητρακοπούλου', ['Δημητρακοπούλου']],
  ['obrien jeanluk', 'Jean-Luc O’Brien', ['Jean-Luc', 'O’Brien']],
  ['lcu', 'Jean-Luc O’Brien', ['Luc']],
  ['van ruht', 'Rutger van Ruth', ['van', 'Ruth']],
  ['cohen', 'Ada Kogan', ['Kogan']],
  ['ruht', 'Ruth Ruht-Ruth', ['Ruht']],
  // Of three words, one may be missing.
  ['ruht damm xyz', 'Ruth Damm', ['Ruth', 'Damm']],
  ['ruht', 'Emil', []],
  ['1877', 'Ruth Damm', []],
])('the words that “%s” means in %s', (search, name, expected) => {
  expect(findSimilarWords(search, name)(name).map(([from, to]) => name.slice(from, to))).toEqual(expected);
});

test('other texts have only words as typed', () => {
  expect(findSimilarWords('ruht damm', 'Ruth Damm')('Ruth from Damm')).toEqual([[10, 14]]);
});
