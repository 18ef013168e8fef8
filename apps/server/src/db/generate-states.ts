/**
 * Generates `states.sql` (rules for the database) and `docs/states.md` from the state machines of the domain.
 * `--verify` only reports stale files.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { STATE_MACHINES } from '@backcounter/domain';
import { stateDocument } from './state-document.ts';
import { stateRules } from './state-rules.ts';

const FILES = [
  ['./states.sql', stateRules(STATE_MACHINES)],
  ['../../../../docs/states.md', stateDocument(STATE_MACHINES)],
] as const;

for (const [name, generated] of FILES) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  if (!process.argv.includes('--verify')) {
    await writeFile(path, generated);
  } else if ((await readFile(path, 'utf8')) !== generated) {
    console.error(`${name} is stale: run npm run generate`);
    process.exitCode = 1;
  }
}
