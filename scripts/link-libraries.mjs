import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives another tree of the repository the libraries of this one by links; the repository's own packages are those of that tree.
 * @param {string} from @param {string} to
 */
export function linkLibraries(from, to) {
  // npm puts most libraries at the root; it decides which workspaces have a folder of their own besides.
  for (const folder of globSync(['node_modules', '*/node_modules', '{apps,packages}/*/node_modules'], { cwd: from })) {
    mkdirSync(join(to, folder, '@backcounter'), { recursive: true });
    const there = new Set(readdirSync(join(to, folder)));
    for (const name of readdirSync(join(from, folder))) {
      if (name === '@backcounter')
        cpSync(join(from, folder, name), join(to, folder, name), { recursive: true, verbatimSymlinks: true });
      else if (!there.has(name)) symlinkSync(join(from, folder, name), join(to, folder, name));
    }
  }
}
