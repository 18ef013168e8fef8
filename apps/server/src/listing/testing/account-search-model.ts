/** Values of an account that a search reads. */
export interface SearchedAccount {
  readonly id: string;
  readonly firebase_id: string | null;
  readonly email: string | null;
  readonly phone_e164: string | null;
  /** Folded words of the name. */
  readonly words: readonly string[];
  /** The whole name, folded and sorted. */
  readonly whole: string | null;
  /** Words of names similar to each of {@link ACCOUNT_WORDS}. */
  readonly similar: Readonly<Record<string, readonly string[]>>;
}

/** Searched texts, besides keys. */
export const ACCOUNT_TEXTS = [
  'ada',
  'A',
  'e',
  'stone',
  'a  HILL',
  'hill ada',
  'Hil Adda',
  'stoen',
  'tone',
  'bruno evaa stone',
  'éclair',
  '100% wool',
  'a_b',
  '%%%',
  '___',
  'k\\s',
  'Ωme',
  'محم',
  'mohamed',
  'example',
];
/** Their words. */
export const ACCOUNT_WORDS = [...new Set(ACCOUNT_TEXTS.flatMap((text) => wordsOf(text)))];

/** Reads accounts with what a search needs; the parameter is the words of the searches. */
export const SEARCHED_ACCOUNTS = `select a.*, s.name as whole,
    array(select w.word from account_name_word w where w.account_id = a.id) as words,
    (select jsonb_object_agg(g.word, array(select c.word from similar_words(g.word, 12) c)) from unnest($1::text[]) as g (word)) as similar
  from account a join account_search s on s.account_id = a.id`;

type Way = (row: SearchedAccount) => boolean;

/** The documented meaning of a search: unique keys alone, or else parts, with similar names where these are few. */
export function foundAccounts<Row extends SearchedAccount>(text: string, rows: readonly Row[]): Row[] {
  const { exact, part, similar } = waysOf(text);
  const of = (ways: readonly Way[]): Row[] => rows.filter((row) => ways.some((way) => way(row)));
  const keys = of(exact);
  if (keys.length > 0) return keys;
  const parts = of(part);
  return parts.length < 10 ? of([...part, ...similar]) : parts;
}

function waysOf(text: string): {
  readonly exact: readonly Way[];
  readonly part: readonly Way[];
  readonly similar: readonly Way[];
} {
  const lower = text.toLowerCase();
  const startsWith: Way = ({ email }) => email?.toLowerCase().startsWith(lower) === true;
  if (/^[0-9a-f-]{36}$/i.test(text)) return { exact: [({ id }) => id === lower], part: [], similar: [] };
  if (text.includes('@')) {
    const endsAndBegins: Way = ({ email }) => {
      const [name = '', domain = ''] = email?.split('@') ?? [];
      const [end = '', beginning = ''] = lower.split('@');
      return email !== null && name.endsWith(end) && domain.startsWith(beginning);
    };
    return { exact: [({ email }) => email?.toLowerCase() === lower], part: [startsWith, endsAndBegins], similar: [] };
  }
  if (/^\+?[\d ]+$/.test(text)) {
    const phone = `+${text.replace(/\D/g, '')}`;
    return {
      exact: [(row) => row.phone_e164 === phone],
      part: [(row) => row.phone_e164?.startsWith(phone) === true],
      similar: [],
    };
  }
  const words = wordsOf(text);
  if (words.length === 0) return { exact: [], part: [], similar: [] };
  const exact: Way[] = /^[A-Za-z0-9]{20,}$/.test(text) ? [(row) => row.firebase_id === text] : [];
  const onlyLetters = words.length > 1 && words.every((word) => word.length === 1);
  const begins = (word: string, own: string): boolean =>
    onlyLetters ? own === folded(word) : own.startsWith(folded(word));
  const each =
    (fits: (word: string, own: string) => boolean): Way =>
    ({ words: own }) =>
      words.every((word) => own.some((one) => fits(word, one)));
  const part: Way[] = [
    each(begins),
    each((word, own) => (word.length < 3 ? begins(word, own) : own.includes(folded(word)))),
  ];
  if (/[\d._+-]/.test(text) && !text.includes(' ')) part.push(startsWith);
  if (!text.includes(' ') && text.length >= 4)
    part.push(({ email }) => {
      const [name = '', domain = ''] = email?.toLowerCase().split('@') ?? [];
      return domain.startsWith(lower) || name.includes(lower);
    });
  const long = words.filter((word) => word.length > 3);
  const compared = long.length > 0 ? long : words;
  const similar: Way = ({ words: own, similar: known }) => {
    const found = compared.filter((word) => known[word]?.some((one) => own.includes(one)));
    return found.length >= Math.max(compared.length - 1, Math.min(compared.length, 2));
  };
  return { exact, part, similar: [similar] };
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s%_\\]+/).filter(Boolean))];
}

const LETTERS: Readonly<Record<string, string>> = { ω: 'o', م: 'm', ح: 'h' };

function folded(word: string): string {
  const plain = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return [...plain].map((letter) => LETTERS[letter] ?? letter).join('');
}
