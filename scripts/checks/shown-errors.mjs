/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const CONSOLE = /^apps\/console\/src\/(?!generated\/).*(?<!\.test)\.tsx?$/;
const QUERY_HOOKS = ['useQuery', 'useInfiniteQuery', 'useQueries'];
const SAYS_SO = /errorsShown: '(in-toast|elsewhere)'|\bmeta,|\benabled: false,/;
const READS = '(?:error|isError)';
/** A request that shows its errors itself, or a part of the kit that sends the change of a dialog or form. */
const IN_PLACE =
  /errorsShown: 'in-place'(?!, (?:signal|\.\.\.\(signal|\.\.\.options))|(?<!function )\b(useRecordStep|useRichStep|useDuplicate|useCreation|editOf|useApprovalStep)\(/;
/** Those parts: their callers show the errors. */
const SENDERS = ['records/rich-record.ts', 'features/approval/use-approval.ts'].map(
  (path) => `apps/console/src/${path}`,
);
/** Components and hooks that show any error of a change. */
const PLACES =
  /\b(ReasonDialog|BulkDialog|useRecordForm|setProblem|setFailure|useRichForm|inFormTerms|BulkStart)\b|<\w+Form\b/;

/**
 * A change whose errors show no toast is requested where a dialog or a form shows them, and an answer whose failure
 * shows none is read together with its failure.
 * @param {SourceFile[]} files
 */
export function shownErrorProblems(files) {
  const sources = files.filter(({ path }) => CONSOLE.test(path));
  return [...sources.flatMap(changesWithoutPlace), ...queriesWithoutPlace(sources)];
}

/** @param {SourceFile} file */
function changesWithoutPlace({ path, text }) {
  return !SENDERS.includes(path) && IN_PLACE.test(text) && !PLACES.test(text)
    ? [`${path}: errors are declared as shown in place, and nothing here shows them`]
    : [];
}

/** @param {SourceFile[]} sources */
function queriesWithoutPlace(sources) {
  const hooks = new Set(QUERY_HOOKS);
  /** @type {string[]} */
  let problems = [];
  for (let known = 0; known !== hooks.size; ) {
    known = hooks.size;
    problems = sources.flatMap((source) => problemsOf(source, hooks));
  }
  return problems;
}

/**
 * Calls of query hooks whose failure is dropped. A function of the console that returns a whole query is a query hook
 * too.
 * @param {SourceFile} source @param {Set<string>} hooks
 */
function problemsOf({ path, text }, hooks) {
  const calls = new RegExp(`(?<![\\w.])(${[...hooks].join('|')})(?:<[^>(]*>)?\\(`, 'g');
  return [...text.matchAll(calls)].flatMap((call) => {
    const before = text.slice(0, call.index);
    const end = endOf(text, call.index + call[0].length);
    const after = text.slice(end);
    if (/(function|import[^;]*)\s+$/.test(before) || SAYS_SO.test(text.slice(call.index, end))) return [];
    const name = /(?:const|let)\s+(\{[^}]*\}|\w+)\s*=\s*$/.exec(before)?.[1];
    const isHandedOn = name === undefined ? /(return|=>)\s+$/.test(before) : new RegExp(`return ${name};`).test(after);
    if (isHandedOn && !after.startsWith('.')) {
      const hook = [...before.matchAll(/function (use\w+)/g)].at(-1)?.[1];
      if (hook !== undefined) hooks.add(hook);
      return [];
    }
    if (name !== undefined && isRead(name, after)) return [];
    // A prefetch.
    if (name === undefined && /[;{}]\s*(\/\/[^\n]*\s*)?$/.test(before)) return [];
    const line = before.split('\n').length;
    return [
      `${path}:${line}: the failure of ${call[1]} is dropped; show it, or let it bring a toast: meta: { errorsShown: 'in-toast' }`,
    ];
  });
}

/** Position after the bracket that closes a call. @param {string} text @param {number} from */
function endOf(text, from) {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
  }
  return at;
}

/** The error of a query is read, or the whole query is passed on. @param {string} name @param {string} after */
function isRead(name, after) {
  if (name.startsWith('{')) return new RegExp(`\\b${READS}\\b`).test(name);
  return [
    `\\b${name}\\.${READS}\\b`,
    `\\{[^}]*\\b${READS}\\b[^}]*\\} = ${name}\\b`,
    `\\b${name}\\.(?:filter|map|some|find)\\(\\(\\{[^}]*\\b${READS}\\b`,
    `[({,:[]\\s*(?:\\.\\.\\.)?${name}\\s*[,)}\\]]`,
  ].some((pattern) => new RegExp(pattern).test(after));
}
