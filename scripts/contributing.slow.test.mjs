// Executes the recipes of CONTRIBUTING.md literally in a copy of the repository, and checks that the result works.
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkLibraries } from './link-libraries.mjs';

const ROOT = join(import.meta.dirname, '..');
const run = promisify(execFile);
const SECTIONS = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').split(/^## /m);

/** Blocks of a recipe: a file, an addition to a file, or commands. @param {string} title */
const blocksOf = (title) => {
  const section = SECTIONS.find((each) => each.startsWith(title)) ?? '';
  return [...section.matchAll(/^```(\w+) ?(\S*)\n(.*?)^```$/gms)].map(([, kind = '', path = '', text = '']) => ({
    kind,
    path,
    text,
  }));
};
const blocks = blocksOf('Add an entity');
const made = blocks.filter(({ kind, path }) => path !== '' && kind !== 'diff');
const commands = blocks.filter(({ kind }) => kind === 'sh').flatMap(({ text }) => text.trim().split('\n'));

/** @type {string} */
let copy;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'contributing-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 64 * 2 ** 20,
  });
  const paths = listed.toString().split('\0').filter(Boolean);
  for (const path of paths) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  linkLibraries(ROOT, copy);
  shareCompiled();
  // The checks list files with git.
  execFileSync('git', ['init', '-q'], { cwd: copy });
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Shares the compiler's build information. The compiler trusts it only for files with the same content, and checks the
 * others and their dependents; the libraries are links to the original.
 */
function shareCompiled() {
  mkdirSync(join(copy, '.cache'), { recursive: true });
  const root = relative(join(realpathSync(copy), '.cache'), realpathSync(ROOT));
  for (const name of globSync('.cache/*.tsbuildinfo', { cwd: ROOT })) {
    const known = readFileSync(join(ROOT, name), 'utf8');
    writeFileSync(join(copy, name), known.replaceAll(/"\.\.\/((?:\w+\/){0,2}node_modules\/)/g, `"${root}/$1`));
  }
}

/**
 * Inserts the lines with a plus after the line above them, and removes those with a minus. @param {string} path
 * @param {string} diff
 */
function add(path, diff) {
  const lines = readFileSync(join(copy, path), 'utf8').split('\n');
  let at = -1;
  for (const line of diff.trimEnd().split('\n')) {
    const text = line.slice(1);
    if (line.startsWith('+')) {
      at += 1;
      lines.splice(at, 0, text);
    } else {
      // The formatter takes care of the indentation.
      at = lines.findIndex((each) => each.trim() === text.trim());
      if (at === -1) throw new Error(`${path} has no line: ${text}`);
      if (line.startsWith('-')) lines.splice(at--, 1);
    }
  }
  writeFileSync(join(copy, path), lines.join('\n'));
}

/** The next number of a migration. */
function nextNumber() {
  const names = readdirSync(join(copy, 'apps/server/migrations')).filter((name) => name.endsWith('.sql'));
  const numbers = names.map((name) => Number.parseInt(name, 10));
  return String(Math.max(...numbers) + 1).padStart(4, '0');
}

/** Every recipe ends with it. It runs once, after all of them. */
const CHECK = 'npm run check';

/** @type {Record<string, string>} */
const PROGRAMS = { biome: 'node_modules/@biomejs/biome/bin/biome', vitest: 'node_modules/vitest/vitest.mjs' };

/** @param {string} command */
async function execute(command) {
  const [program = '', name = '', ...args] = command.split(' ');
  if (program === 'cp') return cpSync(join(copy, name), join(copy, args[0] ?? ''));
  // npm would check the installation, which consists of links in the copy.
  const rest = program === 'npm' ? [`scripts/${args.at(-1)}.mjs`] : [PROGRAMS[name] ?? '', ...args];
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env;
  try {
    await run(process.execPath, rest, { cwd: copy, env: { ...env, NODE_NO_WARNINGS: '1' }, maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    throw new Error(`${command}\n${stdout.slice(-4000)}\n${stderr.slice(-2000)}`);
  }
}

/** Executes a recipe. @param {ReturnType<typeof blocksOf>} recipe */
async function follow(recipe) {
  for (const { kind, path, text } of recipe) {
    if (kind === 'sh') {
      for (const command of text.trim().split('\n')) if (command !== CHECK) await execute(command);
    } else if (kind === 'diff') add(path, text);
    else {
      const file = join(copy, path.replace('NNNN', nextNumber()));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

/** Longer: a recipe runs the generators, the checks and tests. */
const RECIPE_TIMEOUT_MS = 600_000;

describe('the six steps of CONTRIBUTING.md', () => {
  it('make an entity that meets the contract of reference data [reference 7]', {
    timeout: RECIPE_TIMEOUT_MS,
  }, async () => {
    await follow(blocks);
    expect(commands.at(-1)).toMatch(/vitest.*reference-data\.test\.ts -t brand$/);
  });

  it('cost at most 120 lines on the server and 70 in the console, in a few files [reference 7]', () => {
    const lines = (/** @type {RegExp} */ of) =>
      made.filter(({ path }) => of.test(path)).reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    // A translation is not code: each further language costs one file of texts.
    const code = made.filter(({ path }) => !/messages\/(?!en-US)/.test(path));
    expect(code.length).toBeLessThanOrEqual(4);
    const edited = blocks.filter(({ path, kind }) => path !== '' && kind === 'diff').map(({ path }) => path);
    expect(new Set(edited).size).toBeLessThanOrEqual(4);
    expect(lines(/^(apps\/server|packages\/domain)\//)).toBeLessThanOrEqual(120);
    expect(lines(/^apps\/console\/src\/(features|messages\/en-US)\//)).toBeLessThanOrEqual(70);
  });
});

describe('a field of a record', () => {
  it('takes a definition, a migration and its labels to be everywhere', { timeout: RECIPE_TIMEOUT_MS }, async () => {
    const recipe = blocksOf('Add a field');
    await follow(recipe);
    const changed = recipe.filter(({ path }) => path !== '' && !/messages|test/.test(path)).map(({ path }) => path);
    expect(changed).toEqual([
      'apps/server/migrations/NNNN_account_nickname.expand.sql',
      'packages/domain/src/account.ts',
    ]);
  });
});

describe('an action of a record', () => {
  it('takes a line in its table, a mutation, a button and its labels', { timeout: RECIPE_TIMEOUT_MS }, async () => {
    const recipe = blocksOf('Add an action');
    await follow(recipe);
    const changed = recipe.filter(({ path }) => path !== '' && !/messages|test/.test(path)).map(({ path }) => path);
    expect(changed).toEqual([
      'packages/domain/src/states/badge-states.ts',
      'apps/server/src/crud/entity-declaration.ts',
      'apps/server/src/features/badge/badge.graphql.ts',
      'apps/console/src/features/badge/badge.entity.tsx',
    ]);
    // The matrix of roles has grown, and its previous lines are unchanged.
    const matrix = 'apps/server/src/features/__snapshots__/role-matrix.test.ts.snap';
    const rows = [ROOT, copy].map((root) => readFileSync(join(root, matrix), 'utf8').split('\n  },\n'));
    const [before = [], after = []] = rows;
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after.filter((each) => each.includes('reopenBadge'))).toHaveLength(1);
  });
});

it('all recipes end with the checks, which pass [reference 7]', { timeout: RECIPE_TIMEOUT_MS }, async () => {
  for (const recipe of ['Add an entity', 'Add a field', 'Add an action'])
    expect(
      blocksOf(recipe)
        .findLast(({ kind }) => kind === 'sh')
        ?.text.split('\n'),
    ).toContain(CHECK);
  await execute(CHECK);
});
