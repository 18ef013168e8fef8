import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './command.mjs';
import { ROOT } from './source-files.mjs';

const PRINTER = './apps/server/src/features/print-schema.ts';
const PRINT = `import { printedSchema } from '${PRINTER}'; process.stdout.write(printedSchema());`;

/** The committed schema matches the server's code. */
export async function contractProblems() {
  const { code, output } = await runNode(['--conditions=source', '--input-type=module', '--eval', PRINT]);
  if (code !== 0) return { problems: [output] };
  const committed = readFileSync(join(ROOT, 'apps/server/schema.graphql'), 'utf8').trim();
  const remedy = 'apps/server/schema.graphql is stale: run npm run generate';
  return { problems: output === committed ? [] : [remedy] };
}
