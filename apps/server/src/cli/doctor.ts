/** `npm run doctor`: looks at everything that the server depends on, and says what to do; exit code 1 if something is wrong. */
import { type Examination, examinations, examinationsOfDatabase } from '../compose/doctor.ts';
import { loadConfig } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import {
  asCommand,
  type CommandDatabase,
  checkReachable,
  checkRights,
  configuredAddresses,
  connectForCommand,
  databaseName,
} from './connect.ts';

const USAGE = `Usage: npm run doctor -- [--mail-to ADDRESS]

Looks at settings, database, disk, clock, file store, Redis, mail server, identity provider, proxy, push service and backups. Changes nothing but
a test file, which it deletes. --mail-to also sends a mail.`;

await asCommand(async () => {
  const [option, address = '', ...rest] = process.argv.slice(2);
  if (option !== undefined && (option !== '--mail-to' || address === '' || rest.length > 0))
    throw new StartupError(USAGE);
  await examine(option === undefined ? null : address);
});

async function examine(mailTo: string | null): Promise<void> {
  const config = loadConfig();
  for (const each of examinations(config, mailTo)) await tell(each);
  const configured = configuredAddresses(config);
  let command: CommandDatabase | undefined;
  await tell([
    'database',
    async () => {
      for (const url of new Set(Object.values(configured ?? {}))) await checkReachable(url);
      if (configured !== null) await checkRights(configured.app);
      command = await connectForCommand(config, () => undefined, { isMigrated: false });
      return databaseName(config);
    },
  ]);
  if (command === undefined) return;
  try {
    for (const each of examinationsOfDatabase(config, command.pool, createDatabase(command.pool))) await tell(each);
  } finally {
    await command.close();
  }
}

async function tell([part, look]: Examination): Promise<void> {
  const [isGood, text] = await look().then(
    (found) => [true, found] as const,
    (error) => [false, error instanceof Error ? error.message : String(error)] as const,
  );
  console.log(`${isGood ? 'ok  ' : 'FAIL'}  ${part.padEnd(10)}  ${text}.`.replace(/\.\.$/, '.'));
  if (!isGood) process.exitCode = 1;
}
