/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

const MESSAGES = /^apps\/console\/src\/messages\/en-US\/[^/]+\.json$/;
const DOMAIN = /^packages\/domain\/src\/.*(?<!\.test)\.ts$/;

/**
 * Each field rule of the domain has a text in the console, so that people always learn the reason.
 * @param {SourceFile[]} files
 */
export function fieldRuleProblems(files) {
  const texts = files.filter(({ path }) => MESSAGES.test(path)).map(({ text }) => text);
  const known = new Set(
    texts.flatMap((text) => [...text.matchAll(/"error\.field\.([\w-]+)"/g)].map(([, rule]) => rule)),
  );
  return files
    .filter(({ path }) => DOMAIN.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\berror: '([a-z0-9-]+)'/g)]
        .filter(([, rule]) => !known.has(rule))
        .map(([, rule]) => `${path}: the rule ${rule} has no text: add error.field.${rule} to the messages`),
    );
}
