import { compileMessage, namesIn } from '../../packages/i18n/src/compile.ts';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {{ path: string, text: string }} Message */

const FILE = /^apps\/console\/src\/messages\/([a-z]{2,3}-[A-Z]{2})\/[^/]+\.json$/;
const ENGLISH = 'en-US';

/**
 * Every language of the console has every text of the English one, in the same file, with no placeholder of its own, and each plural has
 * the forms that the language knows.
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
  try {
    const message = compileMessage(text);
    const known = namesIn(compileMessage(original.text));
    const strange = [...namesIn(message)].filter((name) => !known.has(name));
    if (strange.length > 0) return problem(`has ${strange.join(', ')}, which the English text has not`);
    const lacking = missingForms(locale, message);
    return lacking.length > 0 ? problem(`lacks the plural form ${lacking.join(', ')}`) : [];
  } catch (error) {
    return problem(`cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Plural forms that a language tells apart and a message does not; one that only has `other` says the same for all numbers.
 * @param {string} locale @param {unknown} message
 * @returns {string[]}
 */
function missingForms(locale, message) {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  /** @type {Set<string>} */
  const lacking = new Set();
  const visit = (/** @type {unknown} */ node) => {
    if (typeof node !== 'object' || node === null) return;
    const { pluralType, options } = /** @type {{ pluralType?: string, options?: Record<string, unknown> }} */ (node);
    if (pluralType === 'cardinal' && options && Object.keys(options).some((form) => form !== 'other'))
      for (const form of forms) if (!Object.hasOwn(options, form)) lacking.add(form);
    for (const part of Object.values(node)) visit(part);
  };
  visit(message);
  return [...lacking];
}

/** A language with each mistake that {@link translationProblems} must find, and the words that tell of it. */
export const TRANSLATION_VIOLATIONS = {
  files: [
    [
      'en-US/a',
      { 'a.b.c': 'Text', 'a.b.d': '{n, plural, one {# row} other {# rows}}', 'a.b.e': '{x}', 'a.b.f': 'Text' },
    ],
    ['en-US/b', { 'b.b.c': 'Text' }],
    [
      'ar-EG/a',
      { 'a.b.d': '{n, plural, one {صف} other {صفوف}}', 'a.b.e': '{y}', 'a.b.f': '{', 'a.b.g': 'نص', 'b.b.c': 'نص' },
    ],
  ].map(([name, messages]) => ({
    path: `apps/console/src/messages/${name}.json`,
    text: JSON.stringify(messages),
  })),
  expected: [
    'a.b.c is missing',
    'a.b.d lacks the plural form zero, two, few, many',
    'a.b.e has y',
    'a.b.f cannot be read',
    'a.b.g is no text of the English files',
    'b.b.c belongs into the file',
  ],
};
