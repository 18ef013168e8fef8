import { cpSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Links this tree's libraries into another tree of the repository; the repository's own packages are those of that
 * tree.
 * @param {string} from @param {string} to
 */
export function linkLibraries(from, to) {
  // npm installs most libraries at the root, and decides which workspaces get a folder of their own.
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
