import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity';

/** What the collection lacks and no partner should have on a screen. */
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

/** True for a shared code that has an offensive English word in it, also where digits stand for letters. */
export function isOffensiveCode(code: string): boolean {
  return matcher.hasMatch(code);
}
