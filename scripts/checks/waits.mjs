/** Longest wait of a test for one event, in milliseconds. */
const WAIT_MS = 60_000;
/** The time limit of a test or hook, after its function or as an option, and of one wait. */
const LIMIT =
  /(?:imeout(?:Ms)?|TIMEOUT_MS|PATIENCE(?:_MS)?)(?::| =)(?: \{ timeout:)? [^,;}\n]*|^ *\}(?:, [\w ?:]+\);?$|,\n +[\w ?:]+,\n *\))/gm;
const REASON = /\/[/*]+ Longer: \w/;

/**
 * A longer wait says why, in a comment `Longer: …` on its line or the one above: what hangs should fail soon.
 * @param {import('./source-files.mjs').SourceFile[]} files
 */
export const waitProblems = (files) =>
  files
    .filter(({ path }) => /\.test\.|\/(testing|kits|harness)\/|vitest\.config/.test(path) && !path.startsWith('bench/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(LIMIT)].flatMap(({ 0: limit, index }) => {
        const longest = Math.max(0, ...(limit.match(/\b\d[\d_]*\b/g) ?? []).map((n) => Number(n.replaceAll('_', ''))));
        const line = text.slice(0, index + limit.trimEnd().length).split('\n');
        const around = `${line.slice(-3).join('\n')}${text.slice(index + limit.length).split('\n', 1)[0]}`;
        return longest > WAIT_MS && !REASON.test(around)
          ? [`${path}:${line.length}: waits over 60 s without a comment "Longer: …"`]
          : [];
      }),
    );
