import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

/** @typedef {{ integrity?: string, link?: boolean, dev?: boolean, optional?: boolean, hasInstallScript?: boolean }} Locked */
/** @typedef {Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>} Manifest */

const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The repository's own lockfile and manifests, by their paths. */
export function readDependencies() {
  const paths = [
    'package.json',
    'bench/package.json',
    'e2e/package.json',
    ...globSync('{apps,packages}/*/package.json', { cwd: ROOT }),
  ];
  return {
    /** @type {Record<string, Locked>} */
    locked: read('package-lock.json').packages,
    /** @type {Record<string, Manifest>} */
    manifests: Object.fromEntries(paths.map((path) => [path.replaceAll('\\', '/'), read(path)])),
    /** @type {Record<string, boolean>} */
    allowScripts: read('package.json').allowScripts,
    npmrc: readFileSync(join(ROOT, '.npmrc'), 'utf8'),
  };
}

/**
 * Dependencies have exact versions, and packages of the lockfile a digest; only listed packages run install scripts.
 * Digests may be missing for optional development tools for other platforms, if the registry lacks them when the
 * lockfile is written, but never for the product.
 */
export function lockfileProblems({ locked, manifests, allowScripts, npmrc } = readDependencies()) {
  const packages = Object.entries(locked).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const inexact = Object.entries(manifests).flatMap(([path, manifest]) =>
    Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
      .map(([name, version]) => `${path}: ${name} has no exact version (${version})`),
  );
  const undigested = packages
    .filter(([, entry]) => entry.integrity === undefined && !(entry.dev && entry.optional))
    .map(([path]) => `package-lock.json: ${path} has no integrity`);
  const unlisted = packages
    .filter(
      ([path, entry]) =>
        entry.hasInstallScript && !(path.slice(path.lastIndexOf('node_modules/') + 13) in allowScripts),
    )
    .map(([path]) => `package.json: ${path} has an install script and is not in allowScripts`);
  // Without it, npm 11 runs unlisted scripts with a warning.
  const isStrict = /^strict-allow-scripts=true$/m.test(npmrc);
  return [...inexact, ...undigested, ...unlisted, ...(isStrict ? [] : ['.npmrc: strict-allow-scripts is not true'])];
}
