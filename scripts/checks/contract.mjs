import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './command.mjs';
import { ROOT } from './source-files.mjs';

const PRINTER = './apps/server/src/features/print-schema.ts';
const PRINT = `import { printedSchemas } from '${PRINTER}'; process.stdout.write(JSON.stringify(printedSchemas()));`;

/** The committed schemas match the server's code. */
export async function contractProblems() {
  const { code, output } = await runNode(['--conditions=source', '--input-type=module', '--eval', PRINT]);
  if (code !== 0) return { problems: [output] };
  const stale = Object.entries(JSON.parse(output)).filter(
    ([file, text]) => readFileSync(join(ROOT, 'apps/server', file), 'utf8') !== text,
  );
  return { problems: stale.map(([file]) => `apps/server/${file} is stale: run npm run generate`) };
}
