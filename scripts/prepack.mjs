// Runs before `npm pack` and `npm publish` in the folder of an SDK package: builds its modules and types, and adds the licence.
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSdkPackage } from './sdk-packages.mjs';

const root = join(import.meta.dirname, '..');
cpSync(join(root, 'LICENSE'), 'LICENSE');
const problem = buildSdkPackage(root, basename(process.cwd()));
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
