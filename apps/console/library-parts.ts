import type { Plugin } from 'vite';

/**
 * Unused parts of Mantine's components. As properties of the component they are not tree-shaken; the search of a menu
 * imports everything that form fields need.
 */
const UNUSED: Readonly<Record<string, readonly string[]>> = {
  Menu: ['Search', 'Sub', 'ContextMenu'],
  Button: ['Group', 'GroupSection'],
  ActionIcon: ['Group', 'GroupSection'],
};
/** Log calls of oidc-client-ts: the console sets no log of the library, which then ignores them. */
const SIGN_IN = /\/oidc-client-ts\/dist\/esm\/oidc-client-ts\.js$/;
const LOG_CALL = /^ *(?:this\._)?logger\d*\.(?:debug|info|warn|error)\(.*\);$/gm;
const COMPONENT = /\/@mantine\/core\/esm\/components\/(\w+)\/\1\.mjs$/;
/** Such as `Menu.Search`. */
const USED = new RegExp(
  Object.entries(UNUSED)
    .map(([name, parts]) => `\\b${name}\\.(?:${parts.join('|')})\\b`)
    .join('|'),
);
const OWN = /\/(?:apps\/console|packages\/[\w-]+)\/src\/.*\.tsx$/;

/** Removes unused parts of libraries from the build, and fails it if one of them is used. */
export function libraryParts(): Plugin {
  return {
    name: 'library-parts',
    apply: 'build',
    transform(code, id) {
      if (SIGN_IN.test(id)) return { code: code.replace(LOG_CALL, ';'), map: null };
      const name = COMPONENT.exec(id)?.[1] ?? '';
      const parts = UNUSED[name];
      if (parts) {
        const assignments = new RegExp(`^${name}\\.(?:${parts.join('|')}) = \\w+;$`, 'gm');
        return { code: code.replace(assignments, ''), map: null };
      }
      const used = OWN.test(id) ? USED.exec(code)?.[0] : undefined;
      if (used !== undefined) throw new Error(`${id} uses ${used}, which library-parts.ts leaves out`);
      return null;
    },
  };
}
