import root from '../../vitest.config.ts';

/** Unit tests of packages and console. A mutant needs fresh modules for each file. */
const unit = root.test?.projects?.find(
  (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'packages',
);
if (typeof unit !== 'object' || !('test' in unit)) throw new Error('vitest.config.ts has no project "packages"');

// Stryker runs tests in threads, where setting TZ has no effect.
const exclude = ['**/node_modules/**', 'packages/release-notes/src/release-date.test.ts'];

export default { ...unit, test: { ...unit.test, isolate: true, exclude } };
