import { describe, expect, it } from 'vitest';
import { lockfileProblems, readDependencies } from './checks/lockfile.mjs';

const WHOLE = { locked: {}, manifests: {}, allowScripts: {}, npmrc: 'strict-allow-scripts=true\n' };
const problems = (/** @type {Partial<ReturnType<typeof readDependencies>>} */ changes) =>
  lockfileProblems({ ...WHOLE, ...changes });

it('the repository has none of the refused cases below [security 38, 39, 40]', () => {
  const { locked, manifests } = readDependencies();
  expect(Object.keys(locked).length).toBeGreaterThan(500);
  expect(Object.keys(manifests)).toEqual(expect.arrayContaining(['package.json', 'apps/server/package.json']));
  expect(lockfileProblems()).toEqual([]);
  expect(problems({})).toEqual([]);
});

describe('refused is', () => {
  it.each(['24', '^1.2.3', '~1.2.3', '>=1.2.3', '1.2', '*', 'latest', 'git+https://host.example/x.git'])(
    'the version %s [security 38]',
    (version) => {
      for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
        expect(
          problems({ manifests: { 'package.json': { [kind]: { a: '1.2.3', b: '1.2.3-beta.1', c: version } } } }),
        ).toEqual([`package.json: c has no exact version (${version})`]);
    },
  );

  it('a package without a digest [security 39]', () => {
    const locked = {
      '': {},
      'node_modules/@backcounter/auth': { link: true },
      'node_modules/whole': { integrity: 'sha512-…' },
      'node_modules/tool-for-another-platform': { dev: true, optional: true },
      'node_modules/dev-tool': { dev: true },
      'node_modules/part-of-the-product': { optional: true },
      'apps/console/node_modules/nested': {},
    };
    expect(problems({ locked })).toEqual([
      'package-lock.json: node_modules/dev-tool has no integrity',
      'package-lock.json: node_modules/part-of-the-product has no integrity',
      'package-lock.json: apps/console/node_modules/nested has no integrity',
    ]);
  });

  it('an unlisted install script, and npm running it [security 40]', () => {
    const script = { integrity: 'sha512-…', hasInstallScript: true };
    const locked = {
      'node_modules/listed': script,
      'node_modules/a/node_modules/@b/c': script,
      'node_modules/off': script,
    };
    expect(problems({ locked, allowScripts: { listed: true, off: false }, npmrc: '' })).toEqual([
      'package.json: node_modules/a/node_modules/@b/c has an install script and is not in allowScripts',
      '.npmrc: strict-allow-scripts is not true',
    ]);
  });
});
