import { defineConfig } from 'vitest/config';

/** One browser and one product at a time: the tests share two cores with PostgreSQL and the server. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    name: 'e2e',
    include: ['*.test.ts'],
    globalSetup: ['harness/shared-product.setup.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
