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
/** Shorter words, such as “van”, are in many names. */
const RARE_MIN = 4;

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
    condition: (values) => `s.name = search_name(${values.add(text)}::text)`,
    order: 's.name',
  };
}

/** Each word begins a word of the name. */
export function nameWords(words: readonly string[]): SearchTier {
  const [word = '', ...others] = words;
  if (others.length > 0) return ofEach('NAME_PREFIX', words, (at, text) => beginning(at, text, words));
  return {
    match: 'NAME_PREFIX',
    kind: 'PART',
    among: { table: () => 'account_name_word w', key: 'w.account_id' },
    condition: (values) => beginning('w', folded(word, values)),
    order: 'w.word',
    first: (values) =>
      `not exists (select from account_name_word v where v.account_id = w.account_id and v.word >= ${folded(word, values)} and v.word < w.word)`,
  };
}

/** Each word is in a word of the name. */
export function nameParts(words: readonly string[]): SearchTier {
  return ofEach('NAME', words, (at, text, word) =>
    word.length < PART_MIN
      ? beginning(at, text, words)
      : `${at}.word = any(array(select v.word from account_word v where v.word like '%' || ${text} || '%'))`,
  );
}

/**
 * Each word is similar to a word of the name, by spelling or sound; of three words or more, one may be missing. Short
 * ones are in too many names: they only count for the order.
 */
export function similarNames(words: readonly string[]): SearchTier {
  const long = words.filter((word) => word.length >= RARE_MIN);
  const compared = long.length > 0 ? long : words;
  const needed = Math.max(compared.length - 1, Math.min(compared.length, 2));
  const table = (values: SqlValues): string => {
    const missing = words
      .filter((word) => !compared.includes(word))
      .map((word) => ` + 5 * (not ${hasWord('f.account_id', word, values)})::int`);
    const costs =
      compared.length === 2
        ? // Joined first: of many names with one of two words, few have both.
          `select account_id, min(b.cost + o.cost) as cost from ${costsOf(1)} b join ${costsOf(2)} o using (account_id) group by 1`
        : `select e.account_id, sum(e.cost) + 5 * (${compared.length} - count(*)) as cost from (` +
          'select w.account_id, c.place, min(c.cost) as cost from account_name_word w join c using (word) group by 1, 2' +
          `) e group by 1 having count(*) >= ${needed}`;
    return (
      '(with c as materialized (select g.place, s.word, s.cost ' +
      `from unnest(${values.add(compared)}::text[]) with ordinality as g (word, place) ` +
      `cross join lateral similar_words(g.word, ${SIMILAR_WORDS}) s) ` +
      // Sorted before the accounts are read, of which a page needs few.
      `select f.account_id, lpad((f.cost${missing.join('')})::text, 2, '0') collate "C" as cost from (${costs}) f order by cost, account_id) w`
    );
  };
  return {
    match: 'NAME_SIMILAR',
    kind: 'SIMILAR',
    among: { table, key: 'w.account_id' },
    condition: () => 'true',
    order: 'w.cost',
  };
}

/** Costs of the names with a word that is similar to one of the words. */
function costsOf(place: number): string {
  return `(select w.account_id, c.cost from account_name_word w join c using (word) where c.place = ${place})`;
}

/** Whether a word begins a word of an account's name. */
function hasWord(id: string, word: string, values: SqlValues): string {
  return `exists (select from account_name_word p where p.account_id = ${id} and ${beginning('p', folded(word, values))})`;
}

/** A condition for each word on words of the same name. */
function ofEach(
  match: string,
  words: readonly string[],
  conditionOf: (alias: string, text: string, word: string) => string,
): SearchTier {
  const table = (values: SqlValues): string => {
    // Probing is faster than reading all names with a short beginning.
    const sets = words.filter((word, index) => index === 0 || word.length >= RARE_MIN);
    const probes = words.filter((word) => !sets.includes(word));
    const read = sets.map((word, index) => {
      const probed = index === 0 ? probes : [];
      // From a subquery, a word is unknown to the planner: one plan serves all, and PostgreSQL keeps it. Not with probes,
      // whose number it has to know.
      const text = probes.length > 0 ? folded(word, values) : `(select ${folded(word, values)})`;
      return (
        `select o.account_id from account_name_word o where ${conditionOf('o', text, word)}` +
        probed.map((other) => ` and ${holds('o.account_id', other, values)}`).join('')
      );
    });
    return `(${read.join(' intersect ')}) w`;
  };
  const holds = (id: string, word: string, values: SqlValues): string =>
    `exists (select from account_name_word p where p.account_id = ${id} and ${conditionOf('p', folded(word, values), word)})`;
  return {
    match,
    kind: 'PART',
    among: { table, key: 'w.account_id' },
    condition: () => 'true',
    holds: (values) => words.map((word) => holds('a.id', word, values)).join(' and '),
  };
}

/** A letter that is the longest word is a whole word: too many words begin with it. */
function beginning(alias: string, text: string, words: readonly string[] = []): string {
  return words.length > 1 && words[0]?.length === 1 ? `${alias}.word = ${text}` : prefixRange(`${alias}.word`, text);
}

/** NULL for a text without letters, which begins every word. */
function folded(word: string, values: SqlValues): string {
  return `nullif(search_fold(${values.add(word)}::text), '')`;
}
