import { execFileSync } from 'node:child_process';
import { makeDataDir } from './product.ts';

/** A data folder with everything that a product left which was stopped in order; with its owners, which Node's own copy would lose. */
export function copyOf(dataDir: string): string {
  const folder = makeDataDir();
  // What is in it, not the folder itself: `join` would take the dot away.
  execFileSync('cp', ['-a', `${dataDir}/.`, folder]);
  return folder;
}
