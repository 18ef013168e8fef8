import type pg from 'pg';

/** A warning for the operator where PostgreSQL writes the details of errors, which quote personal data, into its log; else nothing. */
export async function logVerbosityWarnings(db: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ log_error_verbosity: string }>('SHOW log_error_verbosity');
  if (rows[0]?.log_error_verbosity === 'terse') return [];
  return ['PostgreSQL writes e-mail addresses and phone numbers into its log: set log_error_verbosity to terse.'];
}
