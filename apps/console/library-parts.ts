import type { Plugin } from 'vite';

/**
 * Unused parts of Mantine's menu. As properties of the component they are not tree-shaken, and the search imports
 * everything that form fields need.
 */
const UNUSED = ['Search', 'Sub', 'ContextMenu'] as const;
const MENU = /\/@mantine\/core\/esm\/components\/Menu\/Menu\.mjs$/;
const OWN = /\/(?:apps\/console|packages\/[\w-]+)\/src\/.*\.tsx$/;

/** Removes unused parts of libraries from the build, and fails it if one of them is used. */
export function libraryParts(): Plugin {
  return {
    name: 'library-parts',
    apply: 'build',
    transform(code, id) {
      if (MENU.test(id)) {
        const assignments = new RegExp(`^Menu\\.(?:${UNUSED.join('|')}) = \\w+;$`, 'gm');
        return { code: code.replace(assignments, ''), map: null };
      }
      const used = OWN.test(id) ? UNUSED.find((part) => code.includes(`Menu.${part}`)) : undefined;
      if (used !== undefined) throw new Error(`${id} uses Menu.${used}, which library-parts.ts leaves out`);
      return null;
    },
  };
}
