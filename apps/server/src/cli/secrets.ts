/** `npm run secrets -- …`: lists and rotates the product's own keys and passwords, for operators. */
import { parseArgs } from 'node:util';
import { loadConfig } from '../config.ts';
import { createDatabase, createPool } from '../db/client.ts';
import { errorCodeOf } from '../db/error-code.ts';
import { StartupError } from '../db/startup-error.ts';
import { asCommand, connectForCommand, failureText } from './connect.ts';
import { type Custody, isRotatable, listSecrets, ROTATABLE, rotateSecret } from './secret-custody.ts';

const USAGE = `Usage: npm run secrets -- COMMAND

  list                  lists keys, passwords and secret settings: name, kind, age and earlier values accepted; never a value
  rotate NAME [--now]   sets a new value, used by every running process within 20 s; the earlier one stays valid for 24 hours,
                        with --now it ends within 5 s

Names: ${ROTATABLE.join(', ')}.`;

await asCommand(main, sentenceOf);

async function main(): Promise<void> {
  const run = prepare();
  const config = loadConfig();
  const command = await connectForCommand(config, (line) => console.error(line));
  const pool = createPool({ url: command.urls.owner, max: 2, applicationName: 'backcounter-command' });
  try {
    await run({ db: createDatabase(pool), config });
  } finally {
    await pool.end();
    await command.close();
  }
}

/** Validates arguments before starting a database. */
function prepare(): (custody: Custody) => Promise<void> {
  const { positionals, values } = readArguments();
  const [command, name, ...more] = positionals;
  if (command === 'list' && name === undefined && values.now === undefined) return list;
  if (command === 'rotate' && isRotatable(name) && more.length === 0) {
    return async (custody) => {
      const effect = await rotateSecret(custody, name, values.now === true);
      console.log(`Rotated ${name}. ${effect}`);
    };
  }
  throw new StartupError(USAGE);
}

function readArguments() {
  try {
    return parseArgs({ options: { now: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** The application role can read keys but not replace them. */
function sentenceOf(error: unknown): unknown {
  if (errorCodeOf(error) === '42501')
    return 'Only the owner of the tables can rotate a secret: set DATABASE_OWNER_URL.';
  return failureText(error);
}

async function list(custody: Custody): Promise<void> {
  for (const { name, kind, since, note } of await listSecrets(custody))
    console.log([name, kind, since?.toISOString().slice(0, 16).replace('T', ' ') ?? '-', note].join('\t').trimEnd());
}
