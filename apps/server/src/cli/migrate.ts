/** `npm run migrate -- plan|run|status`: runs migrations with or without a running server. */
import { loadConfig } from '../config.ts';
import { withOwner } from '../db/migrate/migrate-connection.ts';
import { readMigrationFiles } from '../db/migrate/migrate-files.ts';
import { StartupError } from '../db/startup-error.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { planLines, runMigrations, statusLines } from './migrate-actions.ts';

const USAGE = `Usage: npm run migrate -- plan
       npm run migrate -- run [--contract]
       npm run migrate -- status

plan    Lists missing migrations and what each waits for. Changes nothing.
run     Applies expand and data steps; with --contract also contract steps, unless older versions ran within CONTRACT_AFTER_DAYS.
status  Shows the versions that the database serves, applied steps, and processes of the last 30 days.`;

await asCommand(async () => {
  const [action = '', ...rest] = process.argv.slice(2);
  const withContract = action === 'run' && rest.length === 1 && rest[0] === '--contract';
  if (!['plan', 'run', 'status'].includes(action) || (rest.length > 0 && !withContract)) throw new StartupError(USAGE);
  const { contractAfterDays: afterDays, ...config } = loadConfig();
  const command = await connectForCommand(config, (line) => console.error(line), { isMigrated: false });
  try {
    const files = await readMigrationFiles();
    const ownerUrl = command.urls.owner;
    if (action === 'run') {
      const isDone = await runMigrations({ ownerUrl, files, afterDays, withContract, say: console.log });
      if (!isDone) process.exitCode = 1;
    } else {
      const linesOf = action === 'plan' ? planLines : statusLines;
      for (const line of await withOwner(ownerUrl, (client) => linesOf(client, files, afterDays))) console.log(line);
    }
  } finally {
    await command.close();
  }
});
