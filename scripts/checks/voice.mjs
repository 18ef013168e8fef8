// Plain English in comments, test titles, messages and documents. `node scripts/checks/voice.mjs PATH…` prints the hits under a path.
import { sourceFiles } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {{ start: number, text: string }} Passage A text of the same length as its place in the file, from there on. */
/** @typedef {{ not: RegExp, use: string, example: string }} Term */

const NO_SUBJECT = 'name the subject with a noun: a clause is no subject';

/** @type {Term[]} Words and their replacement; the example is proof that the pattern catches it. `START` begins a sentence. */
const TERMS = [
  { not: /START(what(?!['’]s)|whatever|whichever|who|that which)/, use: NO_SUBJECT, example: 'What uses it stays.' },
  { not: /whoever/, use: 'the role: the caller, the reader, staff', example: 'A list for whoever asks.' },
  { not: /nobody/, use: 'no one', example: 'Read by nobody.' },
  { not: /anybody/, use: 'anyone, any caller', example: 'Open to anybody.' },
  { not: /somebody/, use: 'someone, a person, staff', example: 'It needs somebody.' },
  { not: /everybody/, use: 'everyone', example: 'Sent to everybody.' },
  { not: /in vain/, use: 'without success; say what failed', example: 'It was asked in vain.' },
  { not: /anew/, use: 'again', example: 'It is read anew.' },
  { not: /by (?:itself|themselves)/, use: 'automatically, on its own', example: 'It ends by itself.' },
  { not: /for good/, use: 'permanently', example: 'It is gone for good.' },
  { not: /meanwhile/, use: 'in between, since then, by then', example: 'It changed meanwhile.' },
  { not: /told/, use: 'notified, sent, reported, given', example: 'The server is told.' },
  { not: /tells?(?! apart)/, use: 'notify, say, report, return', example: 'It tells the topic.' },
  { not: /stands?(?! alone| for)|stood/, use: 'is, applies, remains', example: 'The row stands.' },
  { not: /(?:rest|rests|rested) on/, use: 'depend on, use', example: 'Rows rest on it.' },
  { not: /judge[sd]?|judging/, use: 'check, validate, decide', example: 'It judges a text.' },
  { not: /lies|lay/, use: 'is', example: 'The file lies there.' },
  { not: /(?:come|comes|came|coming) to/, use: 'reach, total, turn out', example: 'It comes to ten.' },
  { not: /(?:go|goes|went|gone|going) out/, use: 'is sent, expires', example: 'A message goes out.' },
  { not: /(?:leave|leaves|left|leaving) (?:\w+ )?out/, use: 'skip, omit, exclude', example: 'It leaves it out.' },
  { not: /(?:take|takes|took|taken|taking) (?:\w+ )?back/, use: 'undo, revoke', example: 'It is taken back.' },
  { not: /put(?:s|ting)? (?:\w+ )?back/, use: 'restore', example: 'It puts rows back.' },
  { not: /(?:give|gives|gave|given|giving) (?:\w+ )?back/, use: 'return, release', example: 'It gives it back.' },
  { not: /hand(?:s|ed|ing)? (?:\w+ )?(?:over|on)/, use: 'pass, forward', example: 'It hands it on.' },
  { not: /set(?:s|ting)? aside/, use: 'reserve', example: 'Points are set aside.' },
  { not: /no more(?=[.,;:)]|$)/, use: 'no longer', example: 'It is used no more.' },
  { not: /once more/, use: 'again', example: 'It is sent once more.' },
  { not: /(?:go|goes|went|gone|going) on/, use: 'continue', example: 'The job goes on.' },
  { not: /for ever/, use: 'permanently', example: 'It stays for ever.' },
  { not: /(?:is|are|was|were) said/, use: 'is shown, is reported', example: 'It is said once.' },
  { not: /by chance/, use: 'at random', example: 'Codes are made by chance.' },
  { not: /at will/, use: 'freely', example: 'It changes at will.' },
  { not: /chores?/, use: 'maintenance, task', example: 'The nightly chore.' },
  { not: /deeds?/, use: 'action', example: 'A deed on a row.' },
  { not: /the till/, use: 'checkout', example: 'Sent by the till.' },
  { not: /pot of points/, use: 'prize escrow', example: 'The pot of points.' },
  { not: /of ours|of theirs/, use: 'our, their; say whose', example: 'An error of ours.' },
];

/** @type {{ texts: 'comments' | 'titles' | 'strings' | 'documents' | 'messages', in: RegExp }[]} */
const SCOPES = [
  { texts: 'comments', in: /\.(tsx?|mjs|cjs|sql|css)$/ },
  { texts: 'titles', in: /\.test\.(tsx?|mjs)$|\/testing\/.*\.ts$/ },
  {
    texts: 'strings',
    in: /^(?!.*(\.test\.|\/testing\/|server\/src\/demo\/|-fixtures\.))((apps\/server|packages\/(domain|auth|presence))\/src|bench|scripts)\/.*\.(ts|mjs|sql)$/,
  },
  { texts: 'documents', in: /^(README|CONTRIBUTING|CHANGELOG|SECURITY|packages\/[^/]+\/README|docs\/.*)\.md$/ },
  { texts: 'messages', in: /^apps\/console\/src\/messages\/en-US\/.*\.json$/ },
];

/** Generated from checked texts, released and so unchangeable, or the list itself. */
const EXEMPT =
  /(^|\/)generated\/|^apps\/server\/migrations\/baseline\/|db\/states\.sql$|^docs\/states\.md$|\.operations\.ts$|^scripts\/checks\/voice\.mjs$/;

const blank = (/** @type {string} */ text) => text.replaceAll(/[^\n]/g, ' ');
/** Masked code counts as a word: the sentence begins with it, not behind it. */
const masked = (/** @type {string} */ text) => text.replaceAll(/[^\n]/g, 'x');

const TOKENS =
  /\/\/[^\n]*(?:\n\s*\/\/[^\n]*)*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^\\`])*`|(?<=(?:[(,=:[!&|?{};+>]|return|^)\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/gm;
const SQL_TOKENS = /--[^\n]*(?:\n\s*--[^\n]*)*|'(?:''|[^'])*'/g;
const CSS_TOKENS = /\/\*[\s\S]*?\*\//g;
const TAGS =
  /@\w+(?: \{(?:[^{}]|\{[^{}]*\})*\})?(?:(?<=@(?:param|property|typedef|template)\b[^\n]*) (?:\[[^\]]*\]|[\w.]+))?/g;

/** @param {string} path */
const tokensOf = (path) => (path.endsWith('.sql') ? SQL_TOKENS : path.endsWith('.css') ? CSS_TOKENS : TOKENS);

/** Blanks comment markers. A doc comment's tag begins a sentence. @param {string} comment */
const commentText = (comment) =>
  comment
    .replaceAll(/\/\*+|\*+\/|^\s*(?:\*(?!\/)|\/\/+|--+)/gm, blank)
    .replaceAll(/\{@\w+[^}]*\}|`[^`]*`|"[^"\n]*"/g, masked)
    .replaceAll(TAGS, (tag) => `.${blank(tag.slice(1))}`);

/** @param {string} text */
const documentText = (text) =>
  text
    .replaceAll(/^( *)```[\s\S]*?^\1```|<!--[\s\S]*?-->|\]\([^)\n]*\)/gm, blank)
    .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, masked)
    .replaceAll(/^ *(?:[-*>#]+|\d+\.) |\|/gm, (mark) => `.${blank(mark.slice(1))}`);

const MESSAGES = /(?<=^ *"[^"\n]+": ")(?:\\.|[^"\\\n])*/gm;
/** @param {string} message */
const messageText = (message) => message.replaceAll(/\{\w+(?=[,}])/g, masked);

/** @param {SourceFile} file @returns {Passage[]} */
function passagesOf({ path, text }) {
  const scopes = SCOPES.filter((scope) => scope.in.test(path)).map(({ texts }) => texts);
  if (scopes.includes('documents')) return [{ start: 0, text: documentText(text) }];
  if (scopes.includes('messages'))
    return [...text.matchAll(MESSAGES)].map(({ 0: message, index }) => ({ start: index, text: messageText(message) }));
  return [...text.matchAll(tokensOf(path))].flatMap(({ 0: token, index }) => {
    if (/^(\/[/*]|--)/.test(token))
      return scopes.includes('comments') ? [{ start: index, text: commentText(token) }] : [];
    if (token.startsWith('/')) return [];
    const isTitle = /\b(it|test|describe)(\.\w+)*(\([^()]*\))?\($/.test(
      text.slice(Math.max(0, index - 200), index).trimEnd(),
    );
    const isRead = isTitle ? scopes.includes('titles') : scopes.includes('strings') && /\w \w+ \w/.test(token);
    return isRead ? [{ start: index + 1, text: token.slice(1, -1).replaceAll(/\$\{[^}]*\}|`[^`]*`/g, masked) }] : [];
  });
}

const START = String.raw`(?<=(?:^|[.!?]['")]*(?=\s)(?<!e\.g\.|i\.e\.)|\n[ \t]*(?=\n))[\s'"([*_]*)`;
const PATTERNS = TERMS.map(({ not, use }) => ({
  pattern: new RegExp(
    String.raw`(?<![\w-])(?:${not.source.replace('START', START).replaceAll(' ', String.raw`\s+`)})(?![\w-])`,
    'gi',
  ),
  use,
}));

/** @param {SourceFile} file @returns {string[]} */
function hitsOf(file) {
  if (EXEMPT.test(file.path)) return [];
  const lines = file.text.split('\n');
  return passagesOf(file).flatMap(({ start, text }) =>
    PATTERNS.flatMap(({ pattern, use }) =>
      [...text.matchAll(pattern)].flatMap(({ 0: hit, index }) => {
        const isQuestion = use === NO_SUBJECT && /^[^.!?\n]*(?:\n[^.!?\n]+)*\?/.test(text.slice(index));
        const line = file.text.slice(0, start + index).split('\n').length;
        const isAllowed = [lines[line - 1], lines[line - 2]].some((near) => /voice-allowed: \w/.test(near ?? ''));
        const problem = `${file.path}:${line}: "${hit.replaceAll(/\s+/g, ' ')}": ${use}`;
        return isQuestion || isAllowed ? [] : [problem];
      }),
    ),
  );
}

/**
 * Unwanted words. `voice-allowed: REASON` on a line, or on the line above, allows its words; code in backticks and quoted
 * text are not checked.
 * @param {SourceFile[]} files
 */
export const voice = (files) => ({ problems: files.flatMap(hitsOf) });

/** Terms whose pattern does not catch their example. */
export const uncaughtTerms = () =>
  TERMS.filter(
    ({ use, example }) => !hitsOf({ path: 'docs/a.md', text: example }).some((problem) => problem.endsWith(use)),
  ).map(({ not }) => `${not} does not catch its example`);

if (import.meta.main) {
  const paths = process.argv.slice(2);
  const files = sourceFiles().filter(({ path }) => paths.length === 0 || paths.some((start) => path.startsWith(start)));
  const hits = files.flatMap(hitsOf);
  for (const problem of hits) console.log(problem);
  console.log(`${hits.length} hits`);
}
