// The labelled searches. Each rule says what people know of an account, and how they type it.
import { formatCouponCode } from '@backcounter/domain';
import type pg from 'pg';

/** An account of the demo data. */
export interface LabelledAccount {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** With the plus of the country code. */
  readonly phone: string | null;
  readonly dialCode: string;
}

/** A use of a coupon in the demo data. */
export interface LabelledUse {
  readonly account: number;
  readonly receipt: string;
  readonly code: string;
}

/** A search, the rule by which it was made, and the numbers of the accounts that answer it. */
export interface LabelledQuery {
  readonly rule: string;
  readonly query: string;
  readonly accounts: readonly number[];
}

const EACH = 20;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Letters of Greek and Ukrainian as passports write them (ELOT 743, resolution 55 of 2010), and of Arabic with an a between consonants. */
const PASSPORT: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f χ=ch ψ=ps ω=o ' +
    'а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ю=iu я=ia ь= ' +
    'ا=a ب=b ت=t ث=th ج=j ح=h خ=kh د=d ذ=dh ر=r ز=z س=s ش=sh ص=s ض=d ط=t ظ=z ع=a غ=gh ف=f ق=q ك=k ل=l م=m ن=n ه=h ة=a و=u ي=i ى=a ء='
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);
const isArabicConsonant = (letter: string): boolean => /[بتثجحخدذرزسشصضطظغفقكلمنه]/.test(letter);

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd');

function inLatin(text: string): string {
  const letters = [...plain(text.toLowerCase()).replaceAll('ου', 'oy').replaceAll('αυ', 'av')];
  return letters
    .map((letter, at) => {
      const vowel = isArabicConsonant(letter) && isArabicConsonant(letters[at + 1] ?? '') ? 'a' : '';
      return (PASSPORT[letter] ?? letter) + vowel;
    })
    .join('')
    .replaceAll('oy', 'ou');
}

/** A generator of fractions that repeats for a seed (mulberry32). */
function fractions(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** 20 searches for each rule. Accounts of the same name, or the same known part, answer alike. */
export function labelledQueries(
  accounts: readonly LabelledAccount[],
  uses: readonly LabelledUse[],
): readonly LabelledQuery[] {
  const next = fractions(165);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const numbers = (fits: (account: LabelledAccount) => boolean): number[] =>
    accounts.filter(fits).map(({ number }) => number);
  const latin = accounts.filter(({ name }) => /^[\p{Script=Latin}\p{M}]{4,} [\p{Script=Latin}\p{M}]{4,}$/u.test(name));
  const marked = latin.filter(({ name }) => plain(name) !== name);
  const foreign = accounts.filter(({ name }) => /^\p{L}{4,} \p{L}{4,}$/u.test(name) && !/\p{Script=Latin}/u.test(name));
  const mailed = accounts.filter(({ email }) => email !== null && email.indexOf('@') >= 9);
  const called = accounts.filter(({ phone }) => phone !== null);
  const words = (name: string): string[] => name.split(' ');
  /** Changes the longer word at a place behind its first letter. */
  const mistyped = (name: string, change: (word: string, at: number) => string): string => {
    const [longest = ''] = words(name).sort((a, b) => b.length - a.length);
    const at = 1 + Math.floor(next() * (longest.length - 2));
    return name.replace(longest, () => change(longest, at));
  };
  const byName = (from: readonly LabelledAccount[], type: (name: string) => string) => (): LabelledQuery => {
    const { name } = pick(from);
    return { rule: '', query: type(name), accounts: numbers((other) => other.name === name) };
  };
  const byPart =
    (
      from: readonly LabelledAccount[],
      part: (account: LabelledAccount) => string,
      holds: (account: LabelledAccount, part: string) => boolean,
      type = (text: string): string => text,
    ) =>
    (): LabelledQuery => {
      const known = part(pick(from));
      return { rule: '', query: type(known), accounts: numbers((other) => holds(other, known)) };
    };
  const byUse = (part: (use: LabelledUse) => string, type: (part: string) => string) => (): LabelledQuery => {
    const known = part(pick(uses));
    const same = uses.filter((use) => part(use) === known).map(({ account }) => account);
    return { rule: '', query: type(known), accounts: [...new Set(same)] };
  };
  const national = ({ phone, dialCode }: LabelledAccount): string => phone?.slice(dialCode.length + 1) ?? '';
  const rules: Readonly<Record<string, () => LabelledQuery>> = {
    'one letter is another': byName(latin, (name) =>
      mistyped(name, (word, at) => word.slice(0, at) + pick([...ALPHABET]) + word.slice(at + 1)),
    ),
    'two letters change places': byName(latin, (name) =>
      mistyped(name, (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)),
    ),
    'one letter is missing': byName(latin, (name) =>
      mistyped(name, (word, at) => word.slice(0, at) + word.slice(at + 1)),
    ),
    'one letter is double': byName(latin, (name) =>
      mistyped(name, (word, at) => word.slice(0, at) + word[at] + word.slice(at)),
    ),
    'family name first': byName(latin, (name) => words(name).reverse().join(' ')),
    'without marks': byName(marked, (name) => plain(name).toLowerCase()),
    'without marks and with a missing letter': byName(marked, (name) =>
      mistyped(plain(name).toLowerCase(), (word, at) => word.slice(0, at) + word.slice(at + 1)),
    ),
    'beginnings of both words': byName(latin, (name) =>
      words(name)
        .map((word) => word.slice(0, 4))
        .reverse()
        .join(' '),
    ),
    'another script in Latin letters': byName(foreign, inLatin),
    'another script without marks': byName(foreign, (name) => plain(name.toLowerCase())),
    'middle of an email address': byPart(
      mailed,
      ({ email }) => email?.slice(2, email.indexOf('@')) ?? '',
      ({ email }, part) => email?.includes(part) === true,
    ),
    'beginning of an email address': byPart(
      mailed,
      ({ email }) => email?.slice(0, email.indexOf('@') + 2) ?? '',
      ({ email }, part) => email?.startsWith(part) === true,
      (text) => text.toUpperCase(),
    ),
    'national phone number': byPart(
      called,
      national,
      (account, part) => national(account) === part,
      (digits) => `0${digits.replaceAll(/(.{3})/g, '$1 ').trim()}`,
    ),
    'last digits of a phone number': byPart(
      called,
      ({ phone }) => phone?.slice(-4 - Math.floor(next() * 3)) ?? '',
      ({ phone }, part) => phone?.endsWith(part) === true,
    ),
    'beginning of an id': byPart(
      accounts,
      ({ id }) => id.slice(0, 15),
      ({ id }, part) => id.startsWith(part),
    ),
    'receipt number': byUse(
      ({ receipt }) => receipt,
      (receipt) => receipt.toLowerCase(),
    ),
    'coupon code in groups': byUse(
      ({ code }) => code,
      (code) => formatCouponCode(code).toLowerCase(),
    ),
  };
  return Object.entries(rules).flatMap(([rule, make]) => Array.from({ length: EACH }, () => ({ ...make(), rule })));
}

/** The accounts of a database from which searches are made, by number. */
export async function readAccounts(pool: Pick<pg.Pool, 'query'>): Promise<readonly LabelledAccount[]> {
  const { rows } = await pool.query<LabelledAccount>(
    `select a.public_no::int as number, a.id, a.display_name as name, a.email, a.phone_e164 as phone, c.dial_code as "dialCode"
    from account a join country c on c.code = a.country_code where a.display_name is not null order by a.public_no`,
  );
  return rows;
}

/** The uses of coupons from which searches are made. */
export async function readUses(pool: Pick<pg.Pool, 'query'>): Promise<readonly LabelledUse[]> {
  const { rows } = await pool.query<LabelledUse>(
    `select a.public_no::int as account, r.order_ref as receipt, k.code from coupon_redemption r join account a on a.id = r.account_id
    join coupon k on k.id = r.coupon_id where r.order_ref is not null order by r.order_ref, a.public_no`,
  );
  return rows;
}

/** The file with the searches: rule, text and numbers of the accounts that answer it. */
export const QUERIES_FILE = new URL('./search-queries.tsv', import.meta.url);

/** Content of the file. */
export function linesOf(queries: readonly LabelledQuery[]): string {
  return queries.map(({ rule, query, accounts }) => `${rule}\t${query}\t${accounts.join(' ')}\n`).join('');
}
