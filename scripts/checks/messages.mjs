/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const MESSAGES = /^apps\/console\/src\/messages\/en-US\/([^/]+)\.json$/;
const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/;

/**
 * Every error code has an English text, every text is used, and no key is written twice. That every key used exists
 * is the type check's part: the keys are a type.
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

  const { literals, patterns } = keysInCode(files);
  for (const [key, path] of keys)
    if (!literals.has(key) && !patterns.some((pattern) => pattern.test(key)))
      problems.push(`${path}: ${key} is not used`);
  return problems;
}

/** @param {SourceFile[]} files */
function errorCodes(files) {
  const source = files.find(({ path }) => path === 'packages/domain/src/errors.ts')?.text ?? '';
  const list = /ERROR_CODES = \{([\s\S]*?)\} as const/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/^\s*'?([\w.-]+)'?: \d+,/gm)].map((match) => `${match[1]}`);
}

/**
 * Texts in quotes, and templates as patterns whose filled-in parts match anything.
 * @param {SourceFile[]} files
 */
function keysInCode(files) {
  const literals = new Set();
  /** @type {Map<string, RegExp>} */
  const patterns = new Map();
  for (const { path, text } of files) {
    if (!/^(apps\/console|packages)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    for (const match of text.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)) literals.add(match[1]);
    for (const match of text.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)) {
      const template = `${match[1]}`;
      const source = template
        .split(/\$\{[^}]*\}/)
        .map((part) => part.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&'))
        .join('[\\w.-]+');
      patterns.set(template, new RegExp(`^${source}$`));
    }
  }
  return { literals, patterns: [...patterns.values()] };
}
