import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestDatabase } from '../../db/testing/test-database.ts';
import { childEnvironment } from '../../testing/child-environment.ts';

/** How a command ended; its errors are without the line that names the database. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command as its npm script does, on the database of a test. */
export async function runCommand(
  database: TestDatabase,
  name: string,
  args: readonly string[],
  options: { input?: string; env?: object } = {},
): Promise<Ended> {
  const file = join(import.meta.dirname, '..', `${name}.ts`);
  const child = spawn(process.execPath, ['--conditions=source', file, ...args], {
    env: { ...childEnvironment, DATABASE_URL: database.url, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(options.input ?? '');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output, errors: errors.replace(/^Database: .*\n/, '') };
}
