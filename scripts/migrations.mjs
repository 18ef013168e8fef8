// Updates the checksums of the next release's steps (docs/migrations.md). `npm run check` fails when they are stale.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKSUMS, migrationProblems, renewedChecksums } from './checks/migrations.mjs';
import { ROOT, sourceFiles } from './checks/source-files.mjs';

writeFileSync(join(ROOT, CHECKSUMS), renewedChecksums(sourceFiles()));
const problems = migrationProblems(sourceFiles());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
