// Runs before `npm pack` and `npm publish` in the folder of an SDK package: builds its modules and types.
import { basename, join } from 'node:path';
import { buildSdkPackage } from './sdk-packages.mjs';

const problem = buildSdkPackage(join(import.meta.dirname, '..'), basename(process.cwd()));
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
