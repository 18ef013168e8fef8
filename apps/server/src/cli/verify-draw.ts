import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type DrawCheckName,
  type DrawVerification,
  type PublishedDraw,
  readProofFile,
  verifyBundle,
} from '@backcounter/domain';
import { StartupError } from '../db/startup-error.ts';

const LABELS: Readonly<Record<DrawCheckName, string>> = {
  format: 'the file is a proof this version can read',
  digest: 'the file is unchanged',
  rules: 'the rules are those of the published hash',
  commitment: 'the seed matches its commitment',
  entries: 'entries are in order, each account once, and as many as published',
  root: 'the entries give the published root',
  'published-first': 'rules and commitment were public before entries opened',
  'frozen-after-closing': 'entries were frozen after closing',
  'root-before-seed': 'the root was public at least a minute before the seed',
  key: 'seed and root give the key of the draw',
  winners: 'the key gives every position',
  published: 'everything matches what you saw published',
};

/**
 * Verifies a proof file and prints the checks; exits with 1 if one fails.
 * @throws StartupError for an unreadable file or invalid arguments
 */
export async function verifyDraw(args: readonly string[], usage: string): Promise<void> {
  const { path, published } = readArguments(args, usage);
  const result = verifyBundle(readProofFile(await bytesOf(path)), published === null ? {} : { published });
  for (const line of linesOf(result)) console.log(line);
  if (!result.isVerified) process.exitCode = 1;
}

function readArguments(args: readonly string[], usage: string) {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { commitment: text, rules: text, root: text },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new StartupError(usage);
    const published: PublishedDraw = {
      ...(values.commitment !== undefined && { seedCommitment: values.commitment.toLowerCase() }),
      ...(values.rules !== undefined && { rulesHash: values.rules.toLowerCase() }),
      ...(values.root !== undefined && { root: values.root.toLowerCase() }),
    };
    return { path, published: Object.keys(published).length === 0 ? null : published };
  } catch (error) {
    throw error instanceof StartupError ? error : new StartupError(usage);
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function linesOf({ checks, content, entries, positions, durationMs, isVerified }: DrawVerification): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return [
    ...(content === null ? [] : [`${content.rules.algorithm} of ${content.rules.code}, operator-committed`]),
    ...checks.map(({ name, isPassed }) => `${isPassed ? 'ok  ' : 'FAIL'} ${name.padEnd(width)}  ${LABELS[name]}`),
    `${isVerified ? 'Verified' : 'NOT verified'}: ${entries} entries and ${positions} positions in ${(durationMs / 1000).toFixed(2)} s.`,
  ];
}
