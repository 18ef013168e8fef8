import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/**
 * Decision records are listed in their index and have their three parts; links and paths in the documents lead somewhere.
 * @param {SourceFile[]} files
 */
export function documentProblems(files) {
  /** @type {string[]} */
  const problems = [];
  const index = files.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
  for (const { path, text } of files.filter((file) => /^docs\/decisions\/\d/.test(file.path))) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!index.includes(`(${name})`)) problems.push(`${path} is not listed in docs/decisions/README.md`);
    for (const part of ['Background', 'Decision', 'Consequences'])
      if (!new RegExp(`^## ${part}$`, 'm').test(text)) problems.push(`${path} has no part "${part}"`);
  }
  for (const { path, text } of files.filter((file) => file.path.endsWith('.md')))
    for (const match of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)) {
      const target = normalize(join(dirname(path), `${match[1]}`));
      if (!existsSync(join(ROOT, target))) problems.push(`${path} links to ${match[1]}, which is not there`);
    }
  return problems;
}
