import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const LIMITS = 'scripts/checks/size.json';
const CODE = /\.(tsx?|mjs|sql|css)$/;
/** Tests, their tools, demo data, steps of migrations and generated files. */
const NOT_COUNTED = /\.test\.|\/testing\/|\/kits\/|^(e2e|bench)\/|\/generated\/|server\/src\/demo\/|\/migrations\//;
/** This many lines that occur again elsewhere are a repeat. */
const REPEATED = 6;
const PIXELS = /\b[\d.]+px\b/g;
/** Two declarations or more of a rule. */
const LOOK = /\{([^{};]*;[^{};]*;[^{}]*)\}/g;
/** Lines that say too little to be a repeat. */
const THIN = /^(import .*|export \* .*|[\s\W]*)$/;

/** Size of the code of the product. @param {SourceFile[]} files */
export function sizeOf(files) {
  const code = files.filter(({ path }) => CODE.test(path) && !NOT_COUNTED.test(path));
  const linesOf = (/** @type {SourceFile} */ { text }) => text.split('\n').length - 1;
  const sum = (/** @type {SourceFile[]} */ of) => of.reduce((all, file) => all + linesOf(file), 0);
  /** @type {Set<string>} */
  const seen = new Set();
  let repeats = 0;
  for (const { text } of code) {
    const lines = text.split('\n').flatMap((line) => (THIN.test(line) ? [] : [line.trim()]));
    for (let at = 0; at + REPEATED <= lines.length; at += 1) {
      const window = lines.slice(at, at + REPEATED).join('\n');
      if (seen.has(window)) repeats += 1;
      seen.add(window);
    }
  }
  const styles = code.filter(({ path }) => path.endsWith('.css'));
  const looks = styles.flatMap(({ text }) =>
    [...text.matchAll(LOOK)].map(([, look = '']) => look.split(/;\s*/).sort().join(';').trim()),
  );
  return {
    lines: sum(code),
    kilobytes: Math.round(code.reduce((all, { text }) => all + Buffer.byteLength(text), 0) / 1000),
    files: code.length,
    cssLines: sum(styles),
    cssPixels: styles.reduce((all, { text }) => all + (text.match(PIXELS)?.length ?? 0), 0),
    cssRepeats: looks.length - new Set(looks).size,
    repeats,
  };
}

/**
 * The product may not grow beyond `size.json`: a change that adds code pays for it by what it deletes. Lower a limit with
 * a change that makes the product smaller; raise one only in the last commit of a larger feature, with what was deleted for it.
 * @param {SourceFile[]} files
 */
export function sizeProblems(files) {
  const limits = JSON.parse(readFileSync(join(ROOT, LIMITS), 'utf8'));
  return Object.entries(sizeOf(files)).flatMap(([name, size]) =>
    size > limits[name] ? [`${name}: ${size}, more than ${limits[name]} in ${LIMITS}`] : [],
  );
}

/** A file that makes every figure grow, twice: a check that misses it is broken. */
export const SIZE_VIOLATION = ['a', 'b'].map((name) => ({
  path: `packages/ui/src/${name}.css`,
  text: Array.from({ length: 100_000 }, (_, at) => `.a${at} { color: red; width: 1px; }\n`).join(''),
}));
