// `npm run generate`: writes everything that follows from the sources, each after what it needs: states, checksums of
// steps, types and functions of the database, the schema, the console's operations, and the proofs of statements.
import { runNode } from './checks/command.mjs';

const TYPESCRIPT = '--conditions=source';
for (const args of [
  [TYPESCRIPT, 'apps/server/src/db/generate-states.ts'],
  ['scripts/migrations.mjs'],
  [TYPESCRIPT, 'apps/server/src/db/generate-types.ts'],
  [TYPESCRIPT, 'apps/server/src/features/print-schema.ts'],
  [TYPESCRIPT, 'apps/console/record-fragments.ts'],
  [TYPESCRIPT, 'packages/client/generate.ts'],
  ['scripts/codegen.mjs'],
]) {
  const { code, output } = await runNode(args);
  if (output !== '') console.log(output);
  if (code !== 0) process.exit(code);
}
