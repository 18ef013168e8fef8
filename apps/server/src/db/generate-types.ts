/**
 * Writes `database.types.ts` from a freshly migrated database; with `--verify` it only says whether the file is fresh.
 * Run: `node --conditions=source apps/server/src/db/generate-types.ts`.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withDatabase } from './testing/database-url.ts';
import { prepareTemplate, startTestServer } from './testing/test-server.ts';

const TARGET = fileURLToPath(new URL('./database.types.ts', import.meta.url));
const HEADER = `// Generated from the migrated database by generate-types.ts; do not edit.
// biome-ignore-all format: generated
`;

const server = await startTestServer();
try {
  const { testServer } = await prepareTemplate(server.adminUrl);
  const generated = HEADER + (await introspect(withDatabase(server.adminUrl, testServer.template)));
  const present = existsSync(TARGET) ? await readFile(TARGET, 'utf8') : '';
  if (!process.argv.includes('--verify')) {
    await writeFile(TARGET, generated);
  } else if (present !== generated) {
    console.error('database.types.ts is stale: run node --conditions=source apps/server/src/db/generate-types.ts');
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}

async function introspect(url: string): Promise<string> {
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
    'dist/cli/bin.js',
  );
  const { stdout } = await promisify(execFile)(process.execPath, [
    cli,
    '--dialect=postgres',
    `--url=${url}`,
    '--print',
    '--date-parser=string',
    '--exclude-pattern={public.schema_*,graphile_worker.*}',
    // As db/client.ts reads it.
    '--type-mapping={"int8":"number"}',
  ]);
  return stdout.slice(stdout.indexOf('import'));
}
