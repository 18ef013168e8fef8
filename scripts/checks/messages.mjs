import { keysInCode } from '../../packages/i18n/src/keys-in-code.ts';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const MESSAGES = /^apps\/console\/src\/messages\/en-US\/([^/]+)\.json$/;
const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/;

/**
 * Every error code has an English text, every text is used, and no key is defined twice. The type check finds unknown
 * keys.
 * @param {SourceFile[]} files
 */
export function messageProblems(files) {
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const { path, text } of files.filter((file) => MESSAGES.test(file.path)))
    for (const [key, message] of Object.entries(JSON.parse(text))) {
      if (!KEY.test(key)) problems.push(`${path}: ${key} is not of the form feature.place.what`);
      if (typeof message !== 'string' || message.trim() === '') problems.push(`${path}: ${key} has no text`);
      if (keys.has(key)) problems.push(`${path}: ${key} is also in ${keys.get(key)}`);
      keys.set(key, path);
    }

  for (const code of errorCodes(files))
    if (!keys.has(`error.${code}`)) problems.push(`error code ${code} has no text error.${code}`);

  const { literals, patterns } = keysInFiles(files);
  for (const [key, path] of keys)
    if (!literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
      problems.push(`${path}: ${key} is not used`);
  return problems;
}

/** @param {SourceFile[]} files */
function errorCodes(files) {
  const source = files.find(({ path }) => path === 'packages/domain/src/values/errors.ts')?.text ?? '';
  const list = /ERROR_CODES = \{([\s\S]*?)\} as const/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/^\s*'?([\w.-]+)'?: \d+,/gm)].map((match) => `${match[1]}`);
}

/** @param {SourceFile[]} files */
function keysInFiles(files) {
  const literals = new Set();
  const patterns = [];
  for (const { path, text } of files) {
    if (!/^(apps\/console|packages)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const found = keysInCode(text);
    for (const literal of found.literals) literals.add(literal);
    patterns.push(...found.patterns);
  }
  return { literals, patterns };
}
