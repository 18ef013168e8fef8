import { dirname, join } from 'node:path';
import { parse } from 'graphql';
import { isTest } from './source-files.mjs';

/** @typedef {import('./source-files.mjs').SourceFile} SourceFile */

/**
 * Walks through the code for one thing that people do. Stops are files, fields of the API (through the document that asks them)
 * and functions of the database, in order.
 * @type {{ name: string, stops: string[] }[]}
 */
const WALKS = [
  {
    name: 'Filter a list, see the rows',
    stops: [
      'apps/console/src/features/account/account-list.page.tsx',
      'apps/console/src/listing/filter/filter-editor.tsx',
      'accounts',
      'apps/server/src/features/account/account.list.ts',
      'apps/server/src/listing/page-statement.ts',
    ],
  },
  {
    name: 'Suspend one account',
    stops: [
      'apps/console/src/features/account/account.page.tsx',
      'apps/console/src/features/account/account-dialog.tsx',
      'suspendAccount',
      'change_account_states',
    ],
  },
  {
    name: 'Subscribe many accounts to a topic',
    stops: [
      'apps/console/src/features/account/account-list.page.tsx',
      'apps/console/src/features/account/bulk/account-bulk-dialogs.tsx',
      'startAccountBulk',
      'apps/server/src/features/account/bulk/account-bulk.job.ts',
      'apps/server/src/jobs/bulk/bulk-run.ts',
      'change_account_topics',
    ],
  },
  {
    name: 'Redeem a coupon',
    stops: [
      'redeemCoupon',
      'apps/server/src/features/campaign/redemption/redemption-statement.ts',
      'reserve_coupon',
      'settle_redemption',
    ],
  },
];

const IMPORT = /(?:from|import|import\()\s*'(\.{1,2}\/[^']+\.tsx?)'/g;
/** Comments, and imports of types alone. */
const NO_CODE = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|import type [^;]*;/g;
const DOCUMENT = /graphql\(`([^`]*)`\)/g;
const ROOT_FIELD =
  /(?:(?:addMutation|(?:query|subscription)Field)\(\s*(?:builder,\s*)?|addListQuery[^(]*\([^{]*\{(?:\s*\.\.\.\w+,)?\s*name: )'(\w+)'/g;
const FUNCTION = /create or replace function (\w+)/gi;
const SNAKE_CASE = /\b[a-z]+(?:_[a-z]+)+\b/g;

/** @param {string} text @returns {string[]} */
function askedFields(text) {
  return [...text.matchAll(DOCUMENT)].flatMap(([, document = '']) =>
    parse(document).definitions.flatMap((definition) =>
      definition.kind === 'OperationDefinition'
        ? definition.selectionSet.selections.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : []))
        : [],
    ),
  );
}

/**
 * Code that ships as a graph: a file leads to those that it imports for more than types, and to the SQL of the functions that it names.
 * @param {SourceFile[]} files
 */
function graphOf(files) {
  const shipped = files.filter(
    ({ path }) => /^(apps|packages)\/[^/]+\/src\/.*\.(tsx?|sql)$/.test(path) && !isTest(path),
  );
  /** @type {Map<string, string>} Where a field of the API or a function of the database is, by its name. */
  const homes = new Map();
  /** @type {Map<string, string[]>} Files with a document that asks a field of the API. */
  const askers = new Map();
  for (const { path, text } of shipped) {
    for (const [, name = ''] of text.matchAll(path.endsWith('.sql') ? FUNCTION : ROOT_FIELD)) homes.set(name, path);
    for (const name of askedFields(text)) askers.set(name, [...(askers.get(name) ?? []), path]);
  }
  /** @type {Map<string, string[]>} */
  const leads = new Map();
  for (const { path, text } of shipped) {
    const code = text.replaceAll(NO_CODE, '');
    const named = /\/(features|ledger|audit|jobs)\/.*\.(ts|sql)$/.test(path) ? (code.match(SNAKE_CASE) ?? []) : [];
    leads.set(path, [
      ...[...code.matchAll(IMPORT)].map(([, to = '']) => join(dirname(path), to)),
      ...named.flatMap((name) => homes.get(name) ?? []),
    ]);
  }
  return { homes, askers, leads };
}

/**
 * The shortest way from one of some files to one of others, both ends included; empty if there is none.
 * @param {Map<string, string[]>} leads
 * @param {Iterable<string>} from
 * @param {string[]} to
 */
function shortestWay(leads, from, to) {
  /** @type {Map<string, string | null>} */
  const before = new Map([...from].map((path) => [path, null]));
  for (const path of before.keys()) {
    if (to.includes(path)) {
      const way = [];
      for (let step = /** @type {string | null} */ (path); step !== null; step = before.get(step) ?? null)
        way.unshift(step);
      return way;
    }
    for (const next of leads.get(path) ?? []) if (!before.has(next)) before.set(next, path);
  }
  return [];
}

/**
 * Files of each walk, in the order of reading, and what is wrong with it.
 * @param {SourceFile[]} files
 */
export function walksOf(files) {
  const { homes, askers, leads } = graphOf(files);
  return WALKS.map(({ name, stops }) => {
    /** @type {Set<string>} */
    const way = new Set();
    /** @type {string[]} */
    const problems = [];
    for (const stop of stops) {
      const home = homes.get(stop) ?? stop;
      const goals = askers.get(stop) ?? [home];
      const leg = way.size === 0 ? [home] : shortestWay(leads, way, goals);
      if (leg.length === 0 || !leads.has(home)) problems.push(`${name}: nothing leads to ${stop}`);
      for (const path of [...leg, home]) way.add(path);
    }
    return { name, files: [...way], problems };
  });
}
