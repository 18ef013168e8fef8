import { checkMessage } from '../../packages/i18n/src/check.ts';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {{ path: string, text: string }} Message */

const FILE = /^apps\/console\/src\/messages\/([a-z]{2,3}-[A-Z]{2})\/[^/]+\.json$/;
const ENGLISH = 'en-US';
/** The limit of the database. */
const LENGTH_MAX = 2_000;

/** Placeholders for texts, which a verb may follow: "{name} ends". */
const TEXTS =
  'code|column|first|given|job|key|languages|last|list|names?|person|prize|section|share|store|text|time|title|topic|window';
/** Limits, which are never one. */
const LIMITS = 'above|bytes|days|hours|max|megapixels|minutes|seconds';
/** A count and a noun that does not follow it: "{count} rows" also of one. */
const UNCOUNTED = new RegExp(
  `\\{(?!(?:${TEXTS}|${LIMITS})\\b)\\w+(?:, number)?\\}(?: \\p{Ll}+)? (?:\\p{Ll}+[^s\\P{Ll}]s|people)\\b`,
  'u',
);
/** Texts of several things by their sense. */
const MANY = new Set(['export.rows-LOWER_BOUND']);

/** A text without its plurals, whose forms follow their counts. @param {string} text */
function withoutPlurals(text) {
  const start = text.search(/\{\w+, plural,/);
  if (start < 0) return text;
  let depth = 0;
  let end = start;
  do {
    depth += { '{': 1, '}': -1 }[text[end] ?? ''] ?? 0;
    end += 1;
  } while (depth > 0 && end < text.length);
  return `${text.slice(0, start)}…${withoutPlurals(text.slice(end))}`;
}

/**
 * Every language of the console has every text of the English one, in the same file, with its placeholders and tags,
 * and each plural has the forms of the language.
 * @param {SourceFile[]} files
 */
export function translationProblems(files) {
  /** @type {Map<string, Map<string, Message>>} */
  const languages = new Map();
  for (const { path, text } of files) {
    const locale = FILE.exec(path)?.[1];
    if (locale === undefined) continue;
    const messages = languages.get(locale) ?? new Map();
    languages.set(locale, messages);
    for (const [key, message] of Object.entries(JSON.parse(text))) messages.set(key, { path, text: `${message}` });
  }
  const english = languages.get(ENGLISH) ?? new Map();
  return [...languages].flatMap(([locale, messages]) => [
    ...[...messages].flatMap(([key, message]) => messageProblems(locale, key, message, english.get(key))),
    ...[...english].flatMap(([key, { path }]) =>
      messages.has(key) ? [] : [`${path.replace(ENGLISH, locale)}: ${key} is missing`],
    ),
  ]);
}

/**
 * @param {string} locale @param {string} key @param {Message} message @param {Message | undefined} original
 * @returns {string[]}
 */
function messageProblems(locale, key, { path, text }, original) {
  const problem = (/** @type {string} */ what) => [`${path}: ${key} ${what}`];
  if (original === undefined) return problem('is no text of the English files');
  if (path !== original.path.replace(ENGLISH, locale)) return problem(`belongs into the file of the same name`);
  if (text.length > LENGTH_MAX) return problem(`has more than ${LENGTH_MAX} characters`);
  // The other languages have the English kinds of placeholders, and so its plurals.
  if (locale === ENGLISH && !MANY.has(key) && UNCOUNTED.test(withoutPlurals(text)))
    return problem('has a count without plural forms');
  const source = locale === ENGLISH ? null : original.text;
  return checkMessage(text, { locale, source }).flatMap(({ rule, params }) => problem(WORDS[rule](params)));
}

/** @type {Record<import('../../packages/i18n/src/check.ts').MessageRule, (params: Readonly<Record<string, string>>) => string>} */
const WORDS = {
  'message-syntax': ({ detail }) => `cannot be read: ${detail}`,
  'message-strange': ({ names }) => `has ${names}, which the English text has not`,
  'message-lacking': ({ names }) => `lacks ${names}, which the English text has`,
  'message-kind': ({ names }) => `uses ${names} as another kind of placeholder than the English text does`,
  'message-forms': ({ forms }) => `lacks the plural form ${forms}`,
};

/** A language with each mistake that {@link translationProblems} must find, and the start of its problem. */
export const TRANSLATION_VIOLATIONS = {
  files: [
    [
      'en-US/a',
      {
        'a.b.c': 'Text',
        'a.b.d': '{n, plural, one {# row} other {# rows}}',
        'a.b.e': '{x}',
        'a.b.f': 'Text',
        'a.b.h': '{x, number}',
        'a.b.i': '{figure} old rows',
      },
    ],
    ['en-US/b', { 'b.b.c': 'Text' }],
    [
      'ar-EG/a',
      {
        'a.b.d': '{n, plural, one {صف} other {صفوف}}',
        'a.b.e': '{y}',
        'a.b.f': '{',
        'a.b.g': 'نص',
        'a.b.h': '{x, date}',
        'b.b.c': 'نص',
      },
    ],
  ].map(([name, messages]) => ({
    path: `apps/console/src/messages/${name}.json`,
    text: JSON.stringify(messages),
  })),
  expected: [
    'a.b.c is missing',
    'a.b.d lacks the plural form zero, two, few, many',
    'a.b.e has y',
    'a.b.e lacks x',
    'a.b.f cannot be read',
    'a.b.h uses x',
    'a.b.i has a count',
    'a.b.i is missing',
    'a.b.g is no text of the English files',
    'b.b.c belongs into the file',
  ],
};
