import { basename, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { EXTERNAL } from './libraries.mjs';

/** Commands of the archive, which are files of `apps/server/src/cli`. */
const COMMANDS = [
  'approvals',
  'apps',
  'backup',
  'doctor',
  'machine',
  'migrate',
  'reporting',
  'restore',
  'secrets',
  'staff',
  'verify',
];
/** A module that is started by its path: a thread or a process. */
const STARTED = /new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g;
const NPM_COMMAND = new RegExp(`npm run (${COMMANDS.join('|')})( --)?(?![\\w-])|npm start`, 'g');

/**
 * Bundles the server and its commands, with their libraries, into one folder of modules. Files that a module reads beside itself keep
 * their place in the tree, and texts name commands as the archive has them.
 * @param {string} root @param {string} target `apps/server/dist` of a tree like the repository's
 */
export async function bundleServer(root, target) {
  const source = join(root, 'apps/server/src');
  const dist = join(root, 'apps/server/dist');
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: {
      main: join(source, 'main.ts'),
      ...Object.fromEntries(COMMANDS.map((name) => [name, join(source, `cli/${name}.ts`)])),
    },
    resolve: { conditionNames: ['source', 'node', 'default'] },
    external: EXTERNAL.map((name) => new RegExp(`^${name}(/|$)`)),
    onwarn: (warning) => {
      // A library's own business.
      if (warning.code !== 'EVAL') throw new Error(`${warning.code}: ${warning.message}`);
    },
    plugins: [
      {
        name: 'place',
        transform(code, id) {
          if (!id.startsWith(join(root, 'apps')) && !id.startsWith(join(root, 'packages'))) return null;
          const started = code.replace(STARTED, (_, path) => {
            const file = join(id, '..', `${path}.ts`);
            const name = `${basename(file, '.ts')}.js`;
            if (!COMMANDS.includes(basename(file, '.ts'))) this.emitFile({ type: 'chunk', id: file, fileName: name });
            return `new URL('./${name}', import.meta.here)`;
          });
          const here = JSON.stringify(relative(dist, id));
          return started
            .replaceAll('import.meta.url', `new URL(${here}, import.meta.url).href`)
            .replaceAll('import.meta.here', 'import.meta.url')
            .replace(NPM_COMMAND, (_, name) => `backcounter ${name ?? 'start'}`);
        },
      },
    ],
  });
  const { output } = await build.write({
    dir: target,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  return output;
}
