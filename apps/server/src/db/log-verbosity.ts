import type pg from 'pg';

/** Warns the operator if PostgreSQL logs details of errors, which contain personal data; else empty. */
export async function logVerbosityWarnings(db: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await db.query<{ log_error_verbosity: string }>('SHOW log_error_verbosity');
  if (rows[0]?.log_error_verbosity === 'terse') return [];
  return ['PostgreSQL writes e-mail addresses and phone numbers into its log: set log_error_verbosity to terse.'];
}
