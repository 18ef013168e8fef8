import type { Config } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';

/** @throws StartupError where the database is not the embedded one, which `instead` takes care of. */
export function refuseOwnDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>, instead: string): void {
  if (databaseUrl === null) return;
  throw new StartupError(`DATABASE_URL is set: this is for the embedded database. Use ${instead} of your PostgreSQL.`);
}

/** A size as a person reads it: "31.4 MB". */
export const sizeText = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
