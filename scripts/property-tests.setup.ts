import fc from 'fast-check';
import { afterAll, vi } from 'vitest';

// A test that fails may leave the clock stopped, for which the files after it in this worker would wait.
afterAll(() => void vi.useRealTimers());

/**
 * Property tests use the same cases in each run of `npm test`, so that a result depends only on the change; `npm run
 * test:long` uses new ones each time, and many more where a test does not set a number (decision 0063).
 */
fc.configureGlobal(process.env['TEST_LONG'] === '1' ? { numRuns: 2_000 } : { seed: 20_261_121 });
