import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { makeDataDir } from './product.ts';

/** A data folder with everything that a product left which was stopped in order; with its owners, which Node's own copy would lose. */
export function copyOf(dataDir: string): string {
  const folder = makeDataDir();
  execFileSync('cp', ['-a', join(dataDir, '.'), folder]);
  return folder;
}
