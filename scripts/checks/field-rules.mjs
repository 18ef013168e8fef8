/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const WORDS = 'apps/console/src/lib/record/field-rules.ts';
/** The general rule, with a general text. */
const GENERAL = 'invalid';
const DOMAIN = /^packages\/domain\/src\/.*(?<!\.test)\.ts$/;

/**
 * Each field rule of the domain has a text in the console, so that people always learn the reason.
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
            `${path}: the rule ${rule} has no text: add it to ${WORDS}, and error.field.${rule} to the messages`,
        ),
    );
}
