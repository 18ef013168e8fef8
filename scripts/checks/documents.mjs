import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const LINK = /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g;
const CODE_PATH = /`((?:apps|packages|e2e|bench|scripts|docs)\/[\w./-]+\.(?:ts|tsx|mjs|sql|json|md))`/g;
/** Numbers of decision records in a text. Migrations never change: the index says into which record another was merged. */
const DECISIONS = /\bdecisions? (0\d{3}(?:(?:, | and )0\d{3})*)/gi;
/** A key of the settings in config.ts. */
const SETTING = /^ {2}([A-Z][A-Z0-9_]+): /gm;
/** A path to fill in, such as `NNNN_name.KIND.sql`. */
const PLACEHOLDER = /NNNN/;

/**
 * Decision records have their three parts. Pages and records are in their index, settings and commands in their tables. Links, anchors, paths and decisions exist.
 * @param {SourceFile[]} files
 */
export function documentProblems(files) {
  /** @type {string[]} */
  const problems = [];
  const textOf = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path, text } of files.filter((file) => /^docs\/decisions\/\d/.test(file.path)))
    for (const part of ['Background', 'Decision', 'Consequences'])
      if (!new RegExp(`^## ${part}$`, 'm').test(text)) problems.push(`${path} has no part "${part}"`);
  for (const { path } of files.filter((file) => /^docs\/(decisions\/)?(?!README)[^/]+\.md$/.test(file.path))) {
    const index = join(dirname(path), 'README.md');
    if (!textOf.get(index)?.includes(`(${path.slice(path.lastIndexOf('/') + 1)})`))
      problems.push(`${path} is not listed in ${index}`);
  }
  for (const { path, text } of files.filter((file) => file.path.endsWith('.md'))) {
    for (const [, link = '', anchor] of text.matchAll(LINK)) {
      const target = link === '' ? path : normalize(join(dirname(path), link));
      if (!textOf.has(target) && !existsSync(join(ROOT, target)))
        problems.push(`${path} links to ${link}, which is not there`);
      else if (anchor && !anchorsOf(textOf.get(target) ?? '').has(anchor))
        problems.push(`${path} links to ${link}#${anchor}, which has no such heading`);
    }
    for (const [, named = ''] of text.matchAll(CODE_PATH))
      if (!PLACEHOLDER.test(named) && !textOf.has(named)) problems.push(`${path} names ${named}, which is not there`);
  }
  const decisions = files.map(({ path }) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]);
  for (const { path, text } of files.filter((file) => !file.path.startsWith('apps/server/migrations/')))
    for (const [, numbers = ''] of text.matchAll(DECISIONS))
      for (const [number] of numbers.matchAll(/\d{4}/g))
        if (!decisions.includes(number)) problems.push(`${path} names decision ${number}, which is not there`);
  const documented = (/** @type {string} */ path, /** @type {string} */ text) => textOf.get(path)?.includes(text);
  for (const [, setting] of (textOf.get('apps/server/src/config.ts') ?? '').matchAll(SETTING))
    if (!documented('docs/settings.md', `\`${setting}\``)) problems.push(`docs/settings.md lacks ${setting}`);
  for (const script of Object.keys(JSON.parse(textOf.get('package.json') ?? '{}').scripts ?? {}))
    if (!documented('README.md', `npm run ${script}`) && !documented('README.md', `npm ${script}`))
      problems.push(`README.md lacks npm run ${script}`);
  return problems;
}

/** Anchors of headings, as GitHub derives them. @param {string} text */
function anchorsOf(text) {
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
