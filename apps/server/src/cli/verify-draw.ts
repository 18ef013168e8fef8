import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type DrawCheckName, type DrawVerification, type PublishedDraw, verifyBundle } from '@backcounter/domain';
import { StartupError } from '../db/startup-error.ts';

const WORDS: Readonly<Record<DrawCheckName, string>> = {
  format: 'the file is a proof that this version reads',
  digest: 'the file is as it was written',
  rules: 'the rules are those of the published hash',
  commitment: 'the seed is the one that was committed to',
  entries: 'entries are in order, each account once, as many as were published',
  root: 'the entries give the published root',
  'published-first': 'rules and commitment were public before entries opened',
  'frozen-after-closing': 'entries were frozen after they had closed',
  'root-before-seed': 'the root was public a minute before the seed',
  key: 'seed and root give the key of the draw',
  winners: 'the key gives every position',
  published: 'all of it is what you saw published',
};

/**
 * Checks a proof file and prints what came of it; the exit code is 1 when a check fails.
 * @throws StartupError for a file that cannot be read and for arguments that make no sense
 */
export async function verifyDraw(args: readonly string[], usage: string): Promise<void> {
  const { path, published } = readArguments(args, usage);
  const result = verifyBundle(await readJson(path), published === null ? {} : { published });
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

/** Content of a file as JSON; something that is no JSON is no proof either, which the first check says. */
async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new StartupError(`${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function linesOf({ checks, content, entries, positions, durationMs, isVerified }: DrawVerification): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return [
    ...(content === null ? [] : [`${content.rules.algorithm} of ${content.rules.code}, operator-committed`]),
    ...checks.map(({ name, isPassed }) => `${isPassed ? 'ok  ' : 'FAIL'} ${name.padEnd(width)}  ${WORDS[name]}`),
    `${isVerified ? 'Verified' : 'NOT verified'}: ${entries} entries and ${positions} positions in ${(durationMs / 1000).toFixed(2)} s.`,
  ];
}
