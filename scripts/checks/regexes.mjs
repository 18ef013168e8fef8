import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { isShipped } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/** Patterns that are put together when the program runs, with the longest form of each. @type {Record<string, string[]>} */
const BUILT = {
  'apps/console/src/app/known-path.ts': ['^/admin/accounts/[^/]+/[^/]+$'],
  'apps/console/src/lib/format/machine-id.ts': ['[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'],
  'apps/server/src/embedded/identity/browser-kept.ts': ['(?:^|;\\s*)name=([\\w-]+)'],
  'apps/server/src/embedded/identity/embedded-identity.ts': ['^/identity/(auth|session/end)/?([?#]|$)'],
  'apps/server/src/embedded/identity/pages/page-language.ts': ['(?:^|;\\s*)name=([\\w.-]+)'],
  'apps/server/src/imports/read-row.ts': ["^'(?=[=+\\-@])"],
  'packages/domain/src/values/published-picture.ts': [
    '^/files/prizes/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.png$',
  ],
  'packages/domain/src/values/shared-code.ts': ['^[0-9A-Z]{4,32}$'],
  'packages/i18n/src/keys-in-code.ts': ['^error\\.[\\w.-]+$'],
  'packages/presence/src/embedded/realtime-calls.ts': ['^auth/[a-z-]+$'],
};

/** One regular expression of each kind that is refused. */
export const REGEX_VIOLATIONS = {
  files: [
    {
      path: 'apps/server/src/slow.ts',
      text: 'export const isSlow = (text: string) => /^(a+)+$/.test(text) || /\\s+$/u.test(text);\n',
    },
    {
      path: 'packages/ui/src/slow.tsx',
      text: "export const slow = <a title={String(new RegExp('\\\\[[^\\\\]]*\\\\]'))} />;\n",
    },
    { path: 'apps/server/src/built.ts', text: 'export const built = (name: string) => RegExp(name);\n' },
    { path: 'packages/presence/src/embedded/realtime-calls.ts', text: '' },
  ],
  expected: [
    'slow.ts: /^(a+)+$/ takes exponential time',
    'slow.ts: /\\s+$/u takes quadratic time',
    'slow.tsx: /\\[[^\\]]*\\]/ takes quadratic time',
    'built.ts puts 1 patterns together, and scripts/checks/regexes.mjs has 0',
    'realtime-calls.ts puts 0 patterns together, and scripts/checks/regexes.mjs has 1',
  ],
};

/**
 * No regular expression of the product takes more than linear time, whatever text it meets.
 * @param {SourceFile[]} files
 */
export function regexProblems(files) {
  return files.filter(isShipped).flatMap(({ path, text }) => {
    const { patterns, built } = patternsOf(path, text);
    const forms = BUILT[path] ?? [];
    return [
      ...(built === forms.length
        ? []
        : [`${path} puts ${built} patterns together, and scripts/checks/regexes.mjs has ${forms.length}`]),
      ...[...patterns, ...forms.map((source) => ({ source, flags: '' }))].flatMap((pattern) =>
        slowness(pattern).map((words) => `${path}: ${words}`),
      ),
    ];
  });
}

/** @type {Map<string, string[]>} */
const judged = new Map();

/** @param {{ source: string, flags: string }} pattern */
function slowness({ source, flags }) {
  const name = `/${source}/${flags}`;
  let problems = judged.get(name);
  if (problems === undefined) {
    const { reports } = analyse({ source, flags });
    const [worst] = reports.toSorted((a, b) => Number(b.exponential) - Number(a.exponential));
    problems = worst ? [`${name} takes ${worst.exponential ? 'exponential' : 'quadratic'} time`] : [];
    judged.set(name, problems);
  }
  return problems;
}

/** The patterns in a file, and how many are put together from parts. @param {string} path @param {string} text */
function patternsOf(path, text) {
  /** @type {{ source: string, flags: string }[]} */
  const patterns = [];
  let built = 0;
  /** @param {any} node */
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.regex) patterns.push({ source: node.regex.pattern, flags: node.regex.flags });
    if (/^(New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') {
      const [source, flags] = node.arguments;
      if (typeof source?.value === 'string') patterns.push({ source: source.value, flags: flags?.value ?? '' });
      else built += 1;
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(path, text).program);
  return { patterns, built };
}
