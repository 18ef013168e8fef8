import { createHash } from 'node:crypto';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/**
 * Checksums by file name, by the version that added the files. @typedef {Record<string, Record<string, string>>}
 * Checksums
 */

const FOLDER = 'apps/server/migrations/';
/** The tables of version 0.1.0, on which the steps build. */
const BASELINE = 'baseline/';
/** SHA-256 of every migration. */
export const CHECKSUMS = `${FOLDER}checksums.json`;
const MANIFEST = 'apps/server/package.json';
const STEP = /^\d{4}_\w+\.(expand|data|contract)\.sql$/;
const RENEW = 'run npm run generate';

/**
 * Required and forbidden patterns of each kind of step, with the reason.
 * @type {Record<string, { must?: [RegExp, string], mustNot?: [RegExp, string] }>}
 */
const RULES = {
  expand: {
    mustNot: [
      /\bDROP\s+(TABLE|COLUMN|VIEW|SCHEMA|TYPE)\b|\bRENAME\s+(TO|COLUMN|CONSTRAINT)\b|\bSET\s+NOT\s+NULL\b/i,
      'takes something away from older versions: that is a contract step',
    ],
  },
  data: {
    must: [/\$1\b/, 'has no $1, the number of rows of a batch'],
    mustNot: [/\bSKIP\s+LOCKED\b/i, 'skips locked rows, and would end before they are done'],
  },
  contract: {
    must: [/^-- oldest version: \d+\.\d+\.\d+$/m, 'has no line such as "-- oldest version: 0.3.0"'],
  },
};

/**
 * Migrations have a kind and a unique number, keep the rules of their kind, and match the listed checksums. Those of a
 * released version never change.
 * @param {SourceFile[]} files
 */
export function migrationProblems(files) {
  const { present, listed, version } = readMigrations(files);
  const steps = [...present.keys()].filter((name) => !name.startsWith(BASELINE));
  const numbers = steps.map((name) => name.slice(0, 4));
  const problems = steps
    .filter((_, at) => numbers.indexOf(numbers[at] ?? '') !== at)
    .map((name) => `${FOLDER}${name}: another migration has its number`);
  for (const name of steps) problems.push(...kindProblems(name, present.get(name) ?? ''));
  for (const [name, { by, checksum }] of listed) {
    const text = present.get(name);
    if (text !== undefined && checksumOf(text) === checksum) continue;
    problems.push(
      by === version
        ? `${CHECKSUMS} is stale at ${name}: ${RENEW}`
        : `${FOLDER}${name} ${text === undefined ? 'is missing' : 'has changed'}, and version ${by} was released with it: restore it, and put the change into a new step`,
    );
  }
  const unlisted = [...present.keys()].filter((name) => !listed.has(name));
  return [...problems, ...unlisted.map((name) => `${CHECKSUMS} lacks ${name}: ${RENEW}`)];
}

/**
 * The list with the checksums of the next release's steps; those of released versions are kept.
 * @param {SourceFile[]} files
 */
export function renewedChecksums(files) {
  const { present, checksums, version } = readMigrations(files);
  const { [version]: _, ...released } = checksums;
  const names = new Set(Object.values(released).flatMap((each) => Object.keys(each)));
  const ours = [...present].filter(([name]) => !names.has(name)).map(([name, text]) => [name, checksumOf(text)]);
  return `${JSON.stringify({ ...released, ...(ours.length > 0 && { [version]: Object.fromEntries(ours) }) }, null, 2)}\n`;
}

/** @param {SourceFile[]} files */
function readMigrations(files) {
  const textOf = (/** @type {string} */ path) => files.find((file) => file.path === path)?.text ?? '{}';
  /** @type {Checksums} */
  const checksums = JSON.parse(textOf(CHECKSUMS));
  const listed = Object.entries(checksums).flatMap(([by, each]) =>
    Object.entries(each).map(([name, checksum]) => /** @type {const} */ ([name, { by, checksum }])),
  );
  const sqls = files.filter(({ path }) => path.startsWith(FOLDER) && path.endsWith('.sql'));
  return {
    present: new Map(sqls.map(({ path, text }) => [path.slice(FOLDER.length), text])),
    listed: new Map(listed),
    checksums,
    /** @type {string} */
    version: JSON.parse(textOf(MANIFEST)).version,
  };
}

/** @param {string} name @param {string} text */
function kindProblems(name, text) {
  const [, kind = ''] = STEP.exec(name) ?? [];
  const rules = RULES[kind];
  if (rules === undefined)
    return [`${FOLDER}${name}: the name of a step is NNNN_name.expand.sql, .data.sql or .contract.sql`];
  const code = text.replaceAll(/--.*$/gm, '');
  const { must: [needed, lack] = [/^/, ''], mustNot: [forbidden, fault] = [/(?!)/, ''] } = rules;
  return [
    ...(needed.test(text) ? [] : [lack]),
    ...(forbidden.test(code) ? [fault] : []),
    ...(/\bCREATE\s+(OR\s+REPLACE\s+)?(FUNCTION|PROCEDURE|VIEW|TRIGGER)\b/i.test(code)
      ? ['makes a function, a view or a trigger: that goes into the SQL file of its feature']
      : []),
    ...(/^\s*(BEGIN|COMMIT|ROLLBACK)\s*;/im.test(code) ? ['ends its transaction: the runner does that'] : []),
  ].map((problem) => `${FOLDER}${name} ${problem}`);
}

/** @param {string} text */
function checksumOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
