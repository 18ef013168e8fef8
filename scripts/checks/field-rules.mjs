/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const WORDS = 'apps/console/src/lib/record/field-rules.ts';
/** What has no better name; its sentence is the general one. */
const GENERAL = 'invalid';
const DOMAIN = /^packages\/domain\/src\/.*(?<!\.test)\.ts$/;

/**
 * Each rule of a field that the domain names has words in the console, so that nobody is told only that something is not right.
 * @param {SourceFile[]} files
 */
export function fieldRuleProblems(files) {
  const words = files.find(({ path }) => path === WORDS)?.text ?? '';
  const known = new Set([GENERAL, ...[...words.matchAll(/^\s*'([a-z0-9-]+)',$/gm)].map(([, rule]) => rule)]);
  return files
    .filter(({ path }) => DOMAIN.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\berror: '([a-z0-9-]+)'/g)]
        .filter(([, rule]) => !known.has(rule))
        .map(
          ([, rule]) =>
            `${path}: the rule ${rule} has no words: add it to ${WORDS}, and error.field.${rule} to the messages`,
        ),
    );
}
