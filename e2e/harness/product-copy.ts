import { execFileSync } from 'node:child_process';
import { makeDataDir } from './product.ts';

/**
 * A copy of the data folder of a product that was shut down cleanly; keeps file owners, which Node's own copy would
 * lose.
 */
export function copyOf(dataDir: string): string {
  const folder = makeDataDir();
  // The content, not the folder itself: `join` would remove the dot.
  execFileSync('cp', ['-a', `${dataDir}/.`, folder]);
  return folder;
}
