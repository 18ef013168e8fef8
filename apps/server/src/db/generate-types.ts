/**
 * Generates `generated/database.types.ts`, `generated/database-functions.ts` and `docs/reporting.md` from a freshly migrated database; `--verify` only reports
 * stale files.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { functionTypes } from './function-types.ts';
import { reportingDocument } from './reporting-document.ts';
import { withDatabase } from './testing/database-url.ts';
import { prepareTemplate, startTestServer } from './testing/test-server.ts';

const HEADER = `// Generated from the migrated database by generate-types.ts; do not edit.
`;

const server = await startTestServer();
try {
  const { testServer } = await prepareTemplate(server.adminUrl);
  const url = withDatabase(server.adminUrl, testServer.template);
  await keep('database.types.ts', HEADER + (await introspect(url)));
  await keep('../../../../docs/reporting.md', await reportingDocument(url));
  await keep('database-functions.ts', await functionTypes(url, HEADER));
} finally {
  await server.stop();
}

/** Writes a changed file, or reports it as stale. */
async function keep(name: string, generated: string): Promise<void> {
  const target = fileURLToPath(new URL(`../generated/${name}`, import.meta.url));
  const present = existsSync(target) ? await readFile(target, 'utf8') : '';
  if (!process.argv.includes('--verify')) {
    await writeFile(target, generated);
  } else if (present !== generated) {
    console.error(`${name} is stale: run npm run generate`);
    process.exitCode = 1;
  }
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
    '--exclude-pattern={public.schema_*,graphile_worker.*,reporting.*}',
    // As db/client.ts parses it.
    '--type-mapping={"int8":"number"}',
  ]);
  return stdout.slice(stdout.indexOf('import'));
}
