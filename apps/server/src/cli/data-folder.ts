import type { Config } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';

/** @throws StartupError if the database is not embedded; `instead` names the tool to use */
export function refuseOwnDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>, instead: string): void {
  if (databaseUrl === null) return;
  throw new StartupError(
    `DATABASE_URL is set, but this command is for the embedded database. Use ${instead} of your PostgreSQL.`,
  );
}

/** Human-readable size, such as "31.4 MB". */
export const sizeText = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
