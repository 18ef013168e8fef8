import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { auditCounted } from './audit-trail.ts';
import { forgetOldDevices } from './known-device.ts';

/** Deletes rows expired for a day and unused throttles, and writes counted refusals to the trail. */
export async function sweepExpired(db: Kysely<Database>): Promise<void> {
  await sql`DELETE FROM identity.token WHERE expires_at < now() - interval '1 day'`.execute(db);
  await sql`DELETE FROM identity.password_reset WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM identity.used_challenge WHERE expires_at < now()`.execute(db);
  await sql`DELETE FROM identity.invitation WHERE expires_at < now() - interval '30 days'`.execute(db);
  await sql`DELETE FROM identity.sign_in_throttle WHERE last_failed_at < now() - interval '1 day'`.execute(db);
  await sql`
    DELETE FROM identity.session_device AS device WHERE signed_in_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT FROM identity.token WHERE uid = device.session_uid AND model = 'Session')`.execute(db);
  await forgetOldDevices(db);
  await auditCounted(db);
}
