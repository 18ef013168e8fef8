import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FaultyWire, startFaultyWire } from '../db/testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';

const COMMANDS: Record<string, readonly string[]> = {
  reporting: ['list'],
  approvals: ['--off', '--reason', 'No approver is here'],
  apps: ['list'],
  doctor: [],
  machine: ['list'],
  migrate: ['status'],
  secrets: ['list'],
  staff: ['list'],
  verify: ['ledger'],
};
/** Those of the embedded database or without one. */
const OTHERS = ['backup', 'restore', 'measure-presence'];

let database: TestDatabase;
let wire: FaultyWire;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startFaultyWire(database.url);
});
afterAll(async () => {
  wire.close();
  await database.drop();
});

async function run(name: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['--conditions=source', join(import.meta.dirname, `${name}.ts`), ...args], {
    env: {
      DATABASE_URL: wire.url,
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../.cache/compile'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors };
}

it('has every command', async () => {
  const files = await readdir(import.meta.dirname);
  const commands: string[] = [];
  for (const file of files.filter((name) => /^[a-z-]+\.ts$/.test(name)))
    if (
      /^(try \{|await |process\.exitCode|console\.log)/m.test(await readFile(join(import.meta.dirname, file), 'utf8'))
    )
      commands.push(file.replace('.ts', ''));
  expect(commands.toSorted()).toEqual([...Object.keys(COMMANDS), ...OTHERS].toSorted());
});

it.each(Object.entries(COMMANDS))(
  '%s prints no stack, whichever of its connections the database refuses',
  async (name, args) => {
    for (const accepted of [0, 1, 2, 3, 4, 5, 6]) {
      wire.mend();
      wire.refuseAfter(accepted, accepted % 2 === 0 ? '57P01' : null);
      const { code, errors, output } = await run(name, args);
      expect(errors + output, `${accepted} connections`).not.toMatch(/^\s+at /m);
      if (code === 0) break;
    }
  },
);
