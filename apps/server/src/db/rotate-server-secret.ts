import { randomBytes } from 'node:crypto';
import { SECRET_OVERLAP_HOURS } from '@backcounter/domain';
import { sql } from 'kysely';
import type { ServerSecretName } from './server-secret.ts';
import type { DatabaseTransaction } from './transaction.ts';

/** Exceeds the time in which running processes notice a rotation. */
export const SIGNING_OVERLAP_S = 15;

/**
 * Replaces the value of a shared key. Signatures of the old value stay valid for 24 hours, or with `endsNow` for at
 * most 5 s. The key for giveaway seeds stops sealing at once, and opens what it sealed forever.
 */
export async function rotateServerSecret(
  trx: DatabaseTransaction,
  name: ServerSecretName,
  endsNow: boolean,
): Promise<void> {
  const next = randomBytes(32);
  // A key not yet used by any process has no value.
  await sql`insert into server_secret (name, secret) values (${name}, ${randomBytes(32)}) on conflict do nothing`.execute(
    trx,
  );
  // The lock serialises concurrent rotations.
  await sql`select from server_secret where name = ${name} for update`.execute(trx);
  const outdated = endsNow ? sql`true` : sql`accepted_until <= now()`;
  await sql`delete from retired_server_secret where name = ${name} and ${outdated}`.execute(trx);
  if (!endsNow) await retire(trx, name);
  await sql`update server_secret set secret = ${next}, created_at = clock_timestamp() where name = ${name}`.execute(
    trx,
  );
}

async function retire(trx: DatabaseTransaction, name: ServerSecretName): Promise<void> {
  const [signsUntil, acceptedUntil] =
    name === 'giveaway-seed'
      ? [sql`clock_timestamp()`, sql`'infinity'`]
      : [
          sql`clock_timestamp() + make_interval(secs => ${SIGNING_OVERLAP_S})`,
          sql`clock_timestamp() + make_interval(hours => ${SECRET_OVERLAP_HOURS})`,
        ];
  await sql`insert into retired_server_secret (name, secret, signs_until, accepted_until)
    select name, secret, ${signsUntil}, ${acceptedUntil} from server_secret where name = ${name}`.execute(trx);
}
