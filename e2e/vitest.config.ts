import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How many files run at the same time. `npm test` asks for more than one: a test waits for its browser half of the time. */
const workers = process.env['E2E_URL'] ? 1 : Number(process.env['E2E_WORKERS'] || 1);

/** The longest ones, which would otherwise keep one worker busy when the others are done. */
const FIRST = [
  'accessibility.slow',
  'faults.slow',
  'roll.slow',
  'releases.slow',
  'live.slow',
  'sign-in',
  'campaigns.slow',
].map((name) => `${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.includes(basename(moduleId));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  root: import.meta.dirname,
  // The packages need not be built.
  ssr: { resolve: { conditions: ['source', 'node'], externalConditions: ['node'] } },
  test: {
    name: 'e2e',
    include: ['*.test.ts'],
    exclude: [
      ...(process.env['TEST_LONG'] === '1' ? [] : ['*.long.test.ts']),
      ...(process.env['TEST_QUICK'] === '1' ? ['*.slow.test.ts'] : []),
    ],
    globalSetup: ['harness/shared-product.setup.ts'],
    maxWorkers: workers,
    // A worker keeps its modules and its browser from one file to the next.
    isolate: false,
    fileParallelism: workers > 1,
    sequence: { sequencer: LongestFirst },
    // Longer: a journey or a start has many events, each of which waits 30 s at most; what has to be fast, its test says.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
