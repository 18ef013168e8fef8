import { expect, it } from 'vitest';
import { nodeWarnings } from './node-version.ts';

it.each([
  ['24.9.0', true],
  ['24.21.0', true],
  ['24.22.0', true],
  ['24.22.1', false],
  ['24.100.0', false],
  ['26.0.0', false],
])('a warning about Node %s: %s', (version, isWarned) => {
  expect(nodeWarnings(version)).toEqual(
    isWarned
      ? [
          `Node ${version} has known security holes. Install Node 24.22.1 or a later 24: a clone and the archive without Node then run it (docs/operations.md).`,
        ]
      : [],
  );
});
