import type pg from 'pg';
import { bestEffort } from './best-effort.ts';

/** Warns the operator if PostgreSQL logs details of errors, which contain personal data; else, or if it can't be asked, empty. */
export async function logVerbosityWarnings(db: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const shown = await bestEffort('check of the log settings', () =>
    db.query<{ log_error_verbosity: string }>('SHOW log_error_verbosity'),
  );
  if (!shown || shown.rows[0]?.log_error_verbosity === 'terse') return [];
  return ['PostgreSQL writes e-mail addresses and phone numbers into its log: set log_error_verbosity to terse.'];
}
