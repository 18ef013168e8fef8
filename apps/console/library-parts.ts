import type { Plugin } from 'vite';

/**
 * Parts of a menu that the console does not use. They are properties of the component, which no build leaves out by itself; the search brings
 * along all that fields of forms are made of.
 */
const UNUSED = ['Search', 'Sub', 'ContextMenu'] as const;
const MENU = /\/@mantine\/core\/esm\/components\/Menu\/Menu\.mjs$/;
const OWN = /\/(?:apps\/console|packages\/[\w-]+)\/src\/.*\.tsx$/;

/** Leaves unused parts of libraries out of the build, and fails it where one of them is used. */
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
