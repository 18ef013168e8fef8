import fc from 'fast-check';

/**
 * Property tests draw the same cases in each run of `npm test`, so that a change is judged by what it changed; `npm run test:long` draws
 * others each time, and many more where a test does not say how many (decision 0063).
 */
fc.configureGlobal(process.env['TEST_LONG'] === '1' ? { numRuns: 2_000 } : { seed: 20_261_121 });
