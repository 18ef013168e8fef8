import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/machine-api.md'), 'utf8');

/** The examples of docs/machine-api.md in a language, verbatim. */
export function documentedExamples(language: 'sh' | 'js'): readonly string[] {
  return [...DOCUMENT.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, kind, block = '']) =>
    kind === language ? [block] : [],
  );
}

/** The client of docs/machine-api.md: `token`, `mutate` and their dependencies. */
export const DOCUMENTED_CLIENT = documentedExamples('js').slice(0, 2).join('\n');

/** Runs a script against a server, from a temporary file. */
export function runScript(
  [command, name]: readonly [string, string],
  script: string,
  server: string,
): ChildProcessWithoutNullStreams {
  const folder = mkdtempSync(join(tmpdir(), 'machine-api-'));
  const file = join(folder, name);
  writeFileSync(file, script);
  const child = spawn(command, [file], { env: { ...process.env, BACKCOUNTER: server } });
  child.once('close', () => rmSync(folder, { recursive: true, force: true }));
  return child;
}
