import { breakpointProblems } from './breakpoints.mjs';
import { fieldRuleProblems } from './field-rules.mjs';
import { kitNounProblems } from './kit-nouns.mjs';
import { shownErrorProblems } from './shown-errors.mjs';
import { isShipped, isTest } from './source-files.mjs';
import { styleModuleProblems } from './style-modules.mjs';
import { waitProblems } from './waits.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */
/** @typedef {{ name: string, problems: (files: SourceFile[]) => string[] }} SourceLaw */

const FILE_LINES_MAX = 400;
const CODE = /\.(tsx?|mjs|cjs|sql|css)$/;
/** Generated, or data. */
const NOT_WRITTEN_BY_HAND = /(^|\/)generated\/|db\/states\.sql$|package-lock\.json$|\.json$|schema\.graphql$/;
/** Fixtures that contain forbidden text. */
const LAW_FILES = /^scripts\/checks\/(source-laws|law-fixtures)\.mjs$/;

/**
 * Lines of a file that match, as `path:line: why`.
 * @param {SourceFile} file @param {RegExp} pattern @param {string} why
 */
function linesThatMatch({ path, text }, pattern, why) {
  if (!pattern.test(text)) return [];
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${why}`] : []));
}

const fileLength = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => CODE.test(path) && !NOT_WRITTEN_BY_HAND.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > FILE_LINES_MAX)
    .map(({ path, lines }) => `${path} has ${lines} lines; the limit is ${FILE_LINES_MAX}`);

/** Kinds of files in a feature of the server: `x.list.ts`, not `x-list.ts`. */
const KINDS = 'attention|entity|graphql|import|job|list|mail|maintenance|metrics|plugin|service';
const OTHER_KIND = new RegExp(
  `^apps/server/src/features/.*(-(${KINDS})|\\.(?!(${KINDS}|(slow\\.|long\\.)?test)\\.)[^./]+)\\.ts$`,
);

/** Kinds of files in a feature of the console. A part of a page, such as a card or a dialog, has none. */
const PARTS = 'entity|form|list|operations|page|steps|worker';
const OTHER_PART = new RegExp(
  `^apps/console/src/features/.*(-(entity|form|operations|page)|\\.(?!(${PARTS}|(slow\\.|long\\.)?test)\\.)[^./]+)\\.tsx?$`,
);

const fileNames = (/** @type {SourceFile[]} */ files) =>
  files.flatMap(({ path }) => {
    if (!/^(apps|packages|e2e|bench|scripts)\//.test(path) || !/\.(tsx?|mjs)$/.test(path)) return [];
    if (/(^|\/)(utils?|helpers?|types?|common|misc|shared)(\/|\.[a-z.]+$)/.test(path))
      return [`${path}: name the thing instead of utils, helpers, types, common, shared`];
    if (OTHER_PART.test(path)) return [`${path}: a kind is a suffix, one of ${PARTS.replaceAll('|', ', ')}`];
    if (OTHER_KIND.test(path)) return [`${path}: a kind is a suffix, one of ${KINDS.replaceAll('|', ', ')}`];
    return /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*\.(tsx?|mjs)$/.test(path.slice(path.lastIndexOf('/') + 1))
      ? []
      : [`${path}: file names are kebab-case`];
  });

/** Other files of a worker share its modules, so a mocked one may have been loaded before: vitest.config.ts runs such a file alone. */
const mocksAlone = (/** @type {SourceFile[]} */ files) => {
  const alone = files.find(({ path }) => path === 'vitest.config.ts')?.text ?? '';
  return files
    .filter(({ path, text }) => /\.test\.tsx?$/.test(path) && /^vi\.mock\(/m.test(text))
    .filter(({ path }) => !alone.includes(`'${path}'`) && !alone.includes(`'${path.replace(/[^/]+(?=\.test)/, '*')}'`))
    .map(({ path }) => `${path}: mocks a module, so it belongs to ALONE in vitest.config.ts`);
};

/** Index files: a package's entry and the two tables of contents. No other file may only re-export. */
const barrels = (/** @type {SourceFile[]} */ files) =>
  files.filter(isShipped).flatMap(({ path, text }) => {
    const isEntry =
      /^packages\/[^/]+\/src\/(?:(?:embedded|firebase|react)\/)?index\.tsx?$|^apps\/(server|console)\/src\/features\/index\.tsx?$/.test(
        path,
      );
    if (isEntry) return [];
    if (/(^|\/)index\.tsx?$/.test(path))
      return [`${path}: only a package's entry and features/index.ts are index files`];
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').trim();
    const rest = code.replaceAll(/^export\s[^;]*?\sfrom\s+['"][^'"]+['"];?/gm, '').trim();
    return code !== '' && rest === '' ? [`${path}: only re-exports other modules`] : [];
  });

const environment = (/** @type {SourceFile[]} */ files) =>
  files
    .filter((file) => isShipped(file) && file.path !== 'apps/server/src/config.ts')
    .flatMap((file) =>
      linesThatMatch(
        file,
        /process\.env\b|import\.meta\.env\.(?!DEV\b|PROD\b)/,
        'only config.ts reads the environment',
      ),
    );

const emptyCatch = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => /\.(tsx?|mjs)$/.test(path) && !LAW_FILES.test(path))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /catch\s*(\([^)]*\))?\s*\{\s*((\/\/[^\n]*\s*)*|\/\*[\s\S]*?\*\/\s*)\}|\.catch\(\(\)\s*=>\s*(\{\s*\}|undefined)\)/g,
        ),
      ].map(
        (match) =>
          `${path}:${text.slice(0, match.index).split('\n').length}: an empty catch hides a failure; use bestEffort(label, fn)`,
      ),
    );

const unfinished = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => !LAW_FILES.test(path) && !NOT_WRITTEN_BY_HAND.test(path))
    .flatMap((file) =>
      linesThatMatch(
        file,
        /\b(TODO|FIXME|HACK)\b|not implemented|@ts-ignore|eslint-disable/,
        'unfinished work or a blind suppression',
      ),
    );

/** References must be readable in the repository: no path of a person's machine. */
const publicReferences = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => !LAW_FILES.test(path) && !/package-lock\.json$|\/demo\/data\//.test(path))
    .flatMap((file) =>
      linesThatMatch(
        file,
        /(^|[\s'"`(])\/(home|root|Users)\/[\w.-]/,
        'refers to something that a reader of this repository cannot open',
      ),
    );

const DOCUMENTED =
  /^packages\/[^/]+\/src\/|^apps\/server\/src\/(graphql|listing|crud|references|jobs|ports|audit|attention|ledger)\//;
const EXPORTED =
  /^export (?:declare )?(?:async )?(?:abstract )?(function\*?|const|let|class|interface|type|enum) (\w+)/;
/** A type that only names the type of the value above it. */
const DERIVED = /^export type \w+ =\s*(?:\(typeof \w+\)|typeof \w+|z\.(?:infer|input|output)<|keyof typeof)/;

const docComments = (/** @type {SourceFile[]} */ files) =>
  files
    .filter((file) => isShipped(file) && DOCUMENTED.test(file.path) && !NOT_WRITTEN_BY_HAND.test(file.path))
    .flatMap(({ path, text }) => {
      const lines = text.split('\n');
      /** @type {string[]} */
      const named = [];
      return lines.flatMap((line, index) => {
        const match = EXPORTED.exec(line);
        if (!match) return [];
        const above = (lines[index - 1] ?? '').trim();
        const isOverload = named.includes(`${match[2]}`);
        named.push(`${match[2]}`);
        return above.endsWith('*/') || DERIVED.test(line) || isOverload
          ? []
          : [`${path}:${index + 1}: ${match[2]} is exported without a doc comment`];
      });
    });

/** Certificates of neighbours are verified; an operator adds an authority by NODE_EXTRA_CA_CERTS. */
const unverified = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => path.startsWith('apps/server/src/') && !isTest(path))
    .flatMap((file) =>
      linesThatMatch(file, /rejectUnauthorized|checkServerIdentity|TLS_REJECT|no-verify/, 'certificates are verified'),
    );

const nodeSpecific = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => path.startsWith('apps/server/src/') && !isTest(path))
    .flatMap((file) =>
      linesThatMatch(file, /(?<![.\w])fetch\(/, 'the server calls out through its own client, not fetch'),
    );

const modalLayers = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path, text }) => path.startsWith('apps/console/src/') && !text.includes('  useFocusReturn();'))
    .flatMap((file) =>
      linesThatMatch(
        file,
        /^import .*\b(Modal|Drawer)\b.* from '@mantine\/core'/,
        'returns the focus by useFocusReturn',
      ),
    );

const keptFormats = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => /^apps\/console\/src\/(?!lib\/)/.test(path))
    .flatMap((file) =>
      linesThatMatch(
        file,
        /new Intl\.(?!Locale|Segmenter|Relative)/,
        'formats come from lib/format/formats.ts, made once',
      ),
    );

/** A busy server answers 503 for a moment: a query that is not repeated shows a failure instead. */
const repeatedQueries = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(({ path }) => path.startsWith('apps/console/src/') && !isTest(path))
    .flatMap((file) => [
      ...linesThatMatch(file, /\bretry: (false|true|\d)/, 'lib/api/query-client.ts decides what is repeated'),
      ...linesThatMatch(file, /^(?!.*signal).*\brequest\(\w+Query\b.*'in-log'/, 'repeat it by loadInBackground'),
    ]);

/** The oldest PostgreSQL is 15. */
const newerSql = (/** @type {SourceFile[]} */ files) =>
  files
    .filter(
      ({ path }) => /^apps\/server\/(migrations|src)\/.*\.(sql|ts)$/.test(path) && !path.endsWith('db/foundation.sql'),
    )
    .flatMap((file) =>
      linesThatMatch(
        file,
        /\b(pg_input_\w+|any_value|array_(shuffle|sample|reverse|sort)|json_table|merge_action|uuidv[47]|uuid_extract_\w+)\(/i,
        'PostgreSQL 15 lacks this function',
      ),
    );

/** @type {SourceLaw[]} */
export const SOURCE_LAWS = [
  { name: 'file-length', problems: fileLength },
  { name: 'file-names', problems: fileNames },
  { name: 'no-barrels', problems: barrels },
  { name: 'environment-in-config', problems: environment },
  { name: 'no-empty-catch', problems: emptyCatch },
  { name: 'nothing-unfinished', problems: unfinished },
  { name: 'public-references', problems: publicReferences },
  { name: 'doc-comments', problems: docComments },
  { name: 'no-built-in-fetch', problems: nodeSpecific },
  { name: 'certificates-are-verified', problems: unverified },
  { name: 'formats-are-kept', problems: keptFormats },
  { name: 'kits-know-no-nouns', problems: kitNounProblems },
  { name: 'field-rules-have-words', problems: fieldRuleProblems },
  { name: 'breakpoints', problems: breakpointProblems },
  { name: 'style-modules', problems: styleModuleProblems },
  { name: 'errors-are-shown', problems: shownErrorProblems },
  { name: 'dialogs-return-the-focus', problems: modalLayers },
  { name: 'mocks-run-alone', problems: mocksAlone },
  { name: 'queries-are-repeated', problems: repeatedQueries },
  { name: 'sql-of-postgres-15', problems: newerSql },
  { name: 'long-waits-say-why', problems: waitProblems },
];
