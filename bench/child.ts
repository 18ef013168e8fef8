import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The repository under measurement: this one, or the tree of a revision for `compare`. */
export const TREE = process.env['BENCH_TREE'] ?? join(import.meta.dirname, '..');

/** Starts a program of the repository with the settings of `npm start`; prints its output only if it fails. */
export function startNode(file: string, env: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--conditions=source',
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=4',
      '--expose-gc',
      '--heap-growing-percent=50',
      file,
    ],
    {
      cwd: TREE,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
}

/** Waits until the test returns true. Rejects with the program's output if it exits first. */
export async function waitUntil(child: ChildProcess, test: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const end = performance.now() + timeoutMs;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The program ended with ${child.exitCode}: ${output}`);
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not ready after ${timeoutMs} ms: ${output}`);
}

/** Asks the program to exit and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** True when a GET of the URL answers 200. */
export async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
