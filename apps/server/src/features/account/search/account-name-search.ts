import type { SearchTier, SqlValues } from '../../../listing/list-definition.ts';
import { prefixRange } from '../../../listing/list-search.ts';

/** More words than names have. */
const WORDS_MAX = 6;
/** Similar words of names that stand for one word of a search. */
const SIMILAR_WORDS = 12;
const SEPARATORS = /[\s!-/:-@[-`{-~،・]+/;
/** Removed by `search_fold`. */
const APOSTROPHES = /['`’‘ʼ]/g;
/** Shorter words are in too many others to look inside. */
const PART_MIN = 3;

/** The words of a search text, the longest first, as it is in the fewest names. */
export function wordsOf(text: string): readonly string[] {
  const words = text.replace(APOSTROPHES, '').split(SEPARATORS).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_MAX).sort((a, b) => b.length - a.length);
}

/** The whole name, with its words in any order. */
export function exactName(text: string): SearchTier {
  return {
    match: 'FULL_NAME',
    kind: 'PART',
    among: { table: () => 'account_search s', key: 's.account_id' },
    condition: (values) => `s.name = search_name(${values.add(text)})`,
    order: 's.name',
  };
}

/** Each word begins a word of the name. */
export function nameWords(words: readonly string[]): SearchTier {
  const [word = '', ...others] = words;
  if (others.length > 0) return ofEach('NAME_PREFIX', words, (at, each, values) => beginning(at, each, values, words));
  return {
    match: 'NAME_PREFIX',
    kind: 'PART',
    among: { table: () => 'account_name_word w', key: 'w.account_id' },
    condition: (values) => beginning('w', word, values),
    order: 'w.word',
    first: (values) =>
      `not exists (select from account_name_word v where v.account_id = w.account_id and v.word >= ${folded(word, values)} and v.word < w.word)`,
  };
}

/** Each word is in a word of the name. */
export function nameParts(words: readonly string[]): SearchTier {
  return ofEach('NAME', words, (at, word, values) =>
    word.length < PART_MIN
      ? beginning(at, word, values, words)
      : `${at}.word = any(array(select v.word from account_word v where v.word like '%' || ${folded(word, values)} || '%'))`,
  );
}

/**
 * Each word is similar to a word of the name, by spelling or sound. Of three words or more, one may be missing; short
 * ones only count for the order.
 */
export function similarNames(words: readonly string[]): SearchTier {
  const long = words.filter((word) => word.length >= PART_MIN).length || words.length;
  const needed = Math.max(long - 1, Math.min(long, 2));
  const table = (values: SqlValues): string =>
    `(select e.account_id, lpad((sum(e.cost) + 5 * (${words.length} - count(*)))::text, 2, '0') as cost from (` +
    'select w.account_id, g.place, min(c.cost) as cost ' +
    `from unnest(${values.add(words)}::text[]) with ordinality as g (word, place) ` +
    `cross join lateral similar_words(g.word, ${SIMILAR_WORDS}) c join account_name_word w on w.word = c.word group by 1, 2` +
    `) e group by 1 having count(*) filter (where e.place <= ${long}) >= ${needed}) w`;
  return {
    match: 'NAME_SIMILAR',
    kind: 'SIMILAR',
    among: { table, key: 'w.account_id' },
    condition: () => 'true',
    order: 'w.cost',
  };
}

/** A condition for each word on words of the same name. */
function ofEach(
  match: string,
  words: readonly string[],
  conditionOf: (alias: string, word: string, values: SqlValues) => string,
): SearchTier {
  const table = (values: SqlValues): string => {
    // Probing is faster than reading all names with a short beginning.
    const sets = words.filter((word, index) => index === 0 || word.length >= PART_MIN);
    const probes = words.filter((word) => !sets.includes(word));
    const read = sets.map((word, index) => {
      const probed = index === 0 ? probes : [];
      return (
        `select o.account_id from account_name_word o where ${conditionOf('o', word, values)}` +
        probed.map((other) => ` and ${hasWord('o.account_id', other, values)}`).join('')
      );
    });
    return `(${read.join(' intersect ')}) w`;
  };
  const hasWord = (id: string, word: string, values: SqlValues): string =>
    `exists (select from account_name_word p where p.account_id = ${id} and ${conditionOf('p', word, values)})`;
  return {
    match,
    kind: 'PART',
    among: { table, key: 'w.account_id' },
    condition: () => 'true',
    holds: (values) => words.map((word) => hasWord('a.id', word, values)).join(' and '),
  };
}

/** A letter that is the longest word is a whole word: too many words begin with it. */
function beginning(alias: string, word: string, values: SqlValues, words: readonly string[] = []): string {
  return words.length > 1 && words[0]?.length === 1
    ? `${alias}.word = ${folded(word, values)}`
    : prefixRange(`${alias}.word`, folded(word, values));
}

/** NULL for a text without letters, which begins every word. */
function folded(word: string, values: SqlValues): string {
  return `nullif(search_fold(${values.add(word)}), '')`;
}
