import { posix } from 'node:path';
import { modeVariables } from '../../packages/ui/src/tokens.ts';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const MODULE = /\.module\.css$/;
const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;
const HOUSE = /^packages\/ui\/.*\.css$/;
const COMPOSED = /composes: ([^;]+) from global/g;
/** A variable that a style sheet or a component sets. */
const SET = /(--bc-[\w-]+)['"]?\]?:/g;

/**
 * Components use only classes that their CSS module has, and each class is used: the compiler knows no class names. Modules
 * compose only classes of the house, and have names of their own, which their classes bear in the build. Every variable has
 * a value.
 * @param {SourceFile[]} files
 */
export function styleModuleProblems(files) {
  const modules = new Map(
    files.filter(({ path }) => MODULE.test(path)).map(({ path, text }) => [path, classesOf(text)]),
  );
  const used = new Set();
  /** @type {string[]} */
  const problems = [];
  for (const { path, text } of files) {
    if (!/^apps\/console\/src\/.*\.tsx$/.test(path)) continue;
    for (const [, variable, from = ''] of text.matchAll(IMPORT)) {
      const module = posix.join(posix.dirname(path), from);
      for (const [, name] of text.matchAll(new RegExp(`\\b${variable}\\['(\\w+)'\\]`, 'g'))) {
        used.add(`${module} ${name}`);
        if (!modules.get(module)?.has(`${name}`)) problems.push(`${path}: ${from} has no class ${name}`);
      }
    }
  }
  for (const [path, names] of modules)
    for (const name of names) if (!used.has(`${path} ${name}`)) problems.push(`${path}: no component uses .${name}`);
  const house = new Set(files.flatMap(({ path, text }) => (HOUSE.test(path) ? [...classesOf(text)] : [])));
  for (const { path, text } of files) {
    const name = posix.basename(path);
    if (!MODULE.test(path)) continue;
    for (const part of [...text.matchAll(COMPOSED)].flatMap(([, parts = '']) => parts.split(' ')))
      if (!house.has(part)) problems.push(`${path}: packages/ui has no class ${part}`);
    if (files.some((other) => other.path !== path && posix.basename(other.path) === name))
      problems.push(`${path}: another folder has a ${name}`);
  }
  const known = new Set([
    ...Object.keys(modeVariables('light')),
    ...files.flatMap(({ text }) => [...text.matchAll(SET)].map(([, name = '']) => name)),
  ]);
  for (const { path, text } of files)
    if (/^(apps\/console|packages\/ui)\/.*\.css$/.test(path))
      for (const [, name = ''] of text.matchAll(/var\((--bc-[\w-]+)/g))
        if (!known.has(name)) problems.push(`${path}: nothing sets ${name}`);
  return problems;
}

/** @param {string} text */
function classesOf(text) {
  const own = text.replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '');
  return new Set([...own.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name));
}
