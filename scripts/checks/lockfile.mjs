import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.mjs';

/**
 * Each package of the lockfile has a digest. The exception are optional development tools for other platforms, which a registry may
 * not carry when the lockfile is written; nothing of the product.
 * @param {{ packages: Record<string, { integrity?: string, link?: boolean, dev?: boolean, optional?: boolean }> }} lock
 */
export function lockfileProblems(lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))) {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && entry.integrity === undefined)
    .filter(([, entry]) => !(entry.dev && entry.optional))
    .map(([path]) => `package-lock.json: ${path} has no integrity`);
}
