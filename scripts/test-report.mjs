// Results of the parts of `npm test`: the number of passed tests, and the names of failed and skipped ones.

/** Names printed at the end of a run. */
const MAX_LINES = 40;
const MAX_LENGTH = 240;

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {string[]} failed `part > file > test: first line of the error`
 * @property {string[]} skipped
 */

/** @typedef {{ name: string, passed: boolean, problems?: string[] }} StepResult */

/** @typedef {{ ancestorTitles: string[], title: string, status: string, failureMessages?: string[] | null }} TestResult */

/** @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult */

/** @typedef {{ testResults: FileResult[] }} VitestReport */

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colour escapes
const COLORS = /\u001b\[[\d;]*m/g;
const firstLine = (/** @type {string} */ text) =>
  text
    .replaceAll(COLORS, '')
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? '';
const lastLine = (/** @type {string} */ text) => firstLine(text.trimEnd().split('\n').reverse().join('\n'));
const short = (/** @type {string} */ text) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text);

/**
 * @param {string} part @param {number} code @param {string} log
 * @returns {Outcome}
 */
const broken = (part, code, log) => ({
  passed: 0,
  failed: [`${part}: ended with ${code}: ${lastLine(log)}`],
  skipped: [],
});

/**
 * Result of a part that only passes or fails.
 * @param {string} part @param {number} code @param {string} log
 */
export const outcomeOfCommand = (part, code, log) =>
  code === 0 ? { passed: 1, failed: [], skipped: [] } : broken(part, code, log);

/**
 * Result of a part with named steps; null if it wrote none.
 * @param {string} part @param {number} code @param {string} log @param {StepResult[] | null} steps
 * @returns {Outcome}
 */
export function outcomeOfSteps(part, code, log, steps) {
  if (steps === null) return broken(part, code, log);
  const failed = steps
    .filter((step) => !step.passed)
    .map(({ name, problems }) => `${part} > ${name}${problems?.[0] ? `: ${firstLine(problems[0])}` : ''}`);
  if (code !== 0 && failed.length === 0) failed.push(...broken(part, code, log).failed);
  return { passed: steps.filter((step) => step.passed).length, failed, skipped: [] };
}

/**
 * Result of a run of Vitest; null if it wrote no report. A file that failed before its first test, and a run that
 * failed outside of its tests, are one failure each.
 * @param {string} part @param {number} code @param {string} log @param {VitestReport | null} report @param {string}
 * root
 * @returns {Outcome}
 */
export function outcomeOfVitest(part, code, log, report, root) {
  if (report === null) return broken(part, code, log);
  /** @type {Outcome} */
  const outcome = { passed: 0, failed: [], skipped: [] };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = `${part} > ${withinRoot(name, root)}`;
    for (const { ancestorTitles, title, status: result, failureMessages } of assertionResults) {
      const test = [file, ...ancestorTitles, title].join(' > ');
      if (result === 'passed') outcome.passed += 1;
      else if (result === 'failed') outcome.failed.push(`${test}: ${firstLine(failureMessages?.[0] ?? '')}`);
      else outcome.skipped.push(test);
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      outcome.failed.push(`${file}: ${firstLine(message)}`);
  }
  if (code !== 0 && outcome.failed.length === 0) {
    const error = log
      .replaceAll(COLORS, '')
      .split('\n')
      .find((line) => /^\s*\w*Error:/.test(line));
    outcome.failed.push(`${part}: ended with ${code}: ${error?.trim() ?? lastLine(log)}`);
  }
  return outcome;
}

/** @param {string} path @param {string} root */
const withinRoot = (path, root) => path.replaceAll('\\', '/').replace(`${root.replaceAll('\\', '/')}/`, '');

/**
 * Duration of each file of a run of Vitest, the longest first.
 * @param {VitestReport | null} report @param {string} root
 * @returns {{ file: string, seconds: number }[]}
 */
export function secondsOfFiles(report, root) {
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: withinRoot(name, root), seconds: (endTime - startTime) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds);
}

/**
 * The last lines of a run, so that even a log without its beginning names the failures.
 * @param {readonly string[]} failed @param {readonly string[]} skipped
 * @returns {string[]}
 */
export function namesOfFailures(failed, skipped) {
  const lines = [...failed.map((each) => `failed: ${each}`), ...skipped.map((each) => `skipped: ${each}`)].map(short);
  const over = lines.length - MAX_LINES;
  return over > 0 ? [...lines.slice(0, MAX_LINES), `and ${over} more, in artifacts/`] : lines;
}
