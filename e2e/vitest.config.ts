import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = import.meta.dirname;
const asksForSharedProduct = (file: string) => readFileSync(join(root, file), 'utf8').includes("inject('productUrl')");
/** `npm test` runs two parts side by side: files that share one product, and files that start what they need. */
const part = process.env['E2E_PART'];
const include =
  part === 'shared' || part === 'alone'
    ? globSync('*.test.ts', { cwd: root }).filter((file) => asksForSharedProduct(file) === (part === 'shared'))
    : ['*.test.ts'];

/** One browser at a time in a part: two cores are shared with PostgreSQL and the server. */
export default defineConfig({
  root,
  test: {
    name: 'e2e',
    include,
    globalSetup: part === 'alone' ? [] : ['harness/shared-product.setup.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
