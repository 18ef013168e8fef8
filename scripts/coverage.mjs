// Updates the third column of docs/spec-coverage.md from the ids in the titles of the tests. `npm run check` fails when
// it is stale.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COVERAGE, coverage } from './checks/coverage.mjs';
import { ROOT, sourceFiles } from './checks/source-files.mjs';

writeFileSync(join(ROOT, COVERAGE), coverage(sourceFiles()).text);
const { problems, note } = coverage(sourceFiles());
for (const problem of problems) console.error(problem);
console.log(note);
process.exitCode = problems.length === 0 ? 0 : 1;
