import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

/** @type {string} */
let home;
/** @type {string} */
let path;

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'backcounter-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  [home, path] = [join(folder, 'home'), join(folder, 'path')];
  for (const each of [join(home, 'bin'), join(home, 'lib/apps/server/dist'), path])
    mkdirSync(each, { recursive: true });
  cpSync(join(import.meta.dirname, '../deploy/backcounter.sh'), join(home, 'bin/backcounter'));
  chmodSync(join(home, 'bin/backcounter'), 0o755);
  writeFileSync(join(home, 'NODE'), '24.21.0\n');
  writeFileSync(
    join(home, 'lib/apps/server/dist/main.js'),
    'console.log(process.version, process.env.ROLES, process.env.NODE_ENV);',
  );
});

/** This Node, under the name of another version. @param {string} file @param {string} version */
function writeNode(file, version) {
  const preload = `${file}.${version}.cjs`;
  const versions = JSON.stringify({ ...process.versions, node: version });
  writeFileSync(
    preload,
    `Object.defineProperties(process, { versions: { value: ${versions} }, version: { value: 'v${version}' } });`,
  );
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$1" != --version ] || { echo v${version}; exit; }\nexec '${process.execPath}' --require '${preload}' "$@"\n`,
  );
  chmodSync(file, 0o755);
}

/** @param {string[]} args */
function backcounter(...args) {
  const env = { PATH: `${path}:/usr/bin:/bin`, NODE_ENV: '' };
  const { status, stdout, stderr } = spawnSync(join(home, 'bin/backcounter'), args, { env, encoding: 'utf8' });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

describe('an archive without Node', () => {
  it.each(['24.21.0', '24.22.1', '24.100.0'])('starts with Node %s on the PATH', (version) => {
    writeNode(join(path, 'node'), version);
    expect(backcounter('start')).toEqual({ status: 0, stdout: `v${version} undefined production`, stderr: '' });
    expect(backcounter('worker').stdout).toBe(`v${version} worker production`);
  });

  it.each(['20.20.2', '24.9.0', '24.20.100', '25.0.0', '26.21.0'])('refuses Node %s in one sentence', (version) => {
    writeNode(join(path, 'node'), version);
    expect(backcounter('start')).toEqual({
      status: 1,
      stdout: '',
      stderr: `Node v${version} is not the one that this version needs: 24.21.0 or a later release of the same line.`,
    });
  });

  it('says which Node to install if there is none', () => {
    for (const tool of ['readlink', 'dirname', 'cat', 'sh'])
      writeFileSync(join(path, tool), `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`, { mode: 0o755 });
    const { status, stderr } = spawnSync(join(home, 'bin/backcounter'), ['start'], {
      env: { PATH: path },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, 'This archive has no Node of its own: install Node 24.21.0.\n']);
  });
});

it('an archive with Node uses its own, whatever is on the PATH', () => {
  writeNode(join(path, 'node'), '20.20.2');
  writeNode(join(home, 'bin/node'), '24.21.0');
  expect(backcounter('start').stdout).toBe('v24.21.0 undefined production');
});
