import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity';

/** Words missing in the collection that no streamer should show. */
const words = new DataSet<{ originalWord: string }>().addAll(englishDataset);
for (const word of [
  pattern`hitler`,
  pattern`|heil`,
  pattern`|nazi|`,
  pattern`|ss88`,
  pattern`whitepower`,
  pattern`terror`,
])
  words.addPhrase((phrase) => phrase.addPattern(word));

const matcher = new RegExpMatcher({ ...words.build(), ...englishRecommendedTransformers });

/** Whether a shared code contains an offensive English word, also with digits in place of letters. */
export function isOffensiveCode(code: string): boolean {
  return matcher.hasMatch(code);
}
