import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './command.mjs';
import { ROOT } from './source-files.mjs';

const PRINTER = 'apps/server/src/cli/print-schema.ts';

/** The committed schema is the one that the server's code builds. */
export async function contractProblems() {
  if (!existsSync(join(ROOT, PRINTER))) return { problems: [`${PRINTER} is missing`] };
  const { code, output } = await runNode(['--conditions=source', PRINTER]);
  if (code !== 0) return { problems: [output] };
  const committed = readFileSync(join(ROOT, 'apps/server/schema.graphql'), 'utf8').trim();
  return {
    problems:
      output === committed ? [] : [`apps/server/schema.graphql is stale: node --conditions=source ${PRINTER} --write`],
  };
}
