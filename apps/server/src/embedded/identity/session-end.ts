import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { fingerprint } from './keys/sealed-box.ts';

/** Kept when revoked, so that the API answers `session.expired` rather than `session.required`. */
export const KEPT_WHEN_REVOKED: readonly string[] = ['AccessToken', 'ClientCredentials'];

/** The session that survives when all others of a person end. */
export interface KeptSession {
  readonly uid: string;
  readonly grantIds: readonly string[];
}

/**
 * SQL condition that a token's grant exists, or that it has none. Tokens never outlive their grant, so one issued while
 * its family is being ended is invalid too.
 */
export function grantStands(grantId: string): string {
  return `(${grantId} IS NULL OR EXISTS (SELECT FROM identity.token AS family WHERE family.model = 'Grant'
    AND family.id = sha256(convert_to(${grantId}, 'UTF8')) AND family.expires_at > now()))`;
}

/**
 * Ends a grant: deletes it with its refresh tokens and codes, and marks its access tokens. `model` limits it to one
 * kind.
 */
export async function revokeGrant(db: Kysely<Database>, grantId: string, model: string | null = null): Promise<void> {
  await sql`
    WITH marked AS (
      UPDATE identity.token SET revoked_at = coalesce(revoked_at, now())
      WHERE grant_id = ${grantId} AND (${model}::text IS NULL OR model = ${model}) AND model = ANY (${KEPT_WHEN_REVOKED})),
    family AS (DELETE FROM identity.token WHERE model = 'Grant' AND id = ${fingerprint(grantId)} AND ${model}::text IS NULL)
    DELETE FROM identity.token WHERE grant_id = ${grantId} AND (${model}::text IS NULL OR model = ${model})
      AND model <> ALL (${KEPT_WHEN_REVOKED})`.execute(db);
}

/** Ends everything a person holds: sessions, grants, tokens and known devices. */
export async function revokeAllOf(db: Kysely<Database>, accountId: string, keep?: KeptSession): Promise<void> {
  const grantIds = keep?.grantIds ?? [];
  const keptUid = keep?.uid ?? null;
  await sql`
    WITH ended AS MATERIALIZED (
      SELECT id, model FROM identity.token WHERE account_id = ${accountId} AND (${keptUid}::text IS NULL OR uid IS DISTINCT FROM ${keptUid})
        AND (grant_id IS NULL OR grant_id <> ALL (${grantIds})) AND id <> ALL (${grantIds.map(fingerprint)})),
    marked AS (
      UPDATE identity.token AS token SET revoked_at = coalesce(revoked_at, now())
      FROM ended WHERE token.id = ended.id AND token.model = ended.model AND token.model = ANY (${KEPT_WHEN_REVOKED})),
    devices AS (DELETE FROM identity.session_device WHERE account_id = ${accountId} AND session_uid IS DISTINCT FROM ${keptUid}),
    known AS (DELETE FROM identity.known_device WHERE person_id::text = ${accountId})
    DELETE FROM identity.token AS token USING ended
    WHERE token.id = ended.id AND token.model = ended.model
      AND token.model <> ALL (${KEPT_WHEN_REVOKED})`.execute(db);
}

/** A session of a person. */
export interface SessionPlace {
  readonly uid: string;
  readonly signed_in_at: Date;
  readonly user_agent: string | null;
  readonly address: string | null;
  readonly last_active_at: Date;
}

export async function listSessions(db: Kysely<Database>, accountId: string): Promise<readonly SessionPlace[]> {
  const { rows } = await sql<SessionPlace>`
    SELECT session.uid, coalesce(device.signed_in_at, session.created_at) AS signed_in_at, device.user_agent, host(device.address) AS address,
      greatest(session.created_at, device.signed_in_at, (
        SELECT max(token.created_at) FROM jsonb_each(session.payload -> 'authorizations') AS entry
        JOIN identity.token AS token ON token.grant_id = entry.value ->> 'grantId')) AS last_active_at
    FROM identity.token AS session LEFT JOIN identity.session_device AS device ON device.session_uid = session.uid
    WHERE session.account_id = ${accountId} AND session.model = 'Session' AND session.expires_at > now()
    ORDER BY signed_in_at DESC LIMIT 50`.execute(db);
  return rows;
}

/** Ends a session of a person with everything issued in it; false if it does not exist. */
export async function endSession(db: Kysely<Database>, accountId: string, uid: string): Promise<boolean> {
  const { rows } = await sql<{ grant_ids: string[] | null }>`
    WITH device AS (DELETE FROM identity.session_device WHERE session_uid = ${uid} AND account_id = ${accountId})
    DELETE FROM identity.token WHERE model = 'Session' AND account_id = ${accountId} AND uid = ${uid}
    RETURNING (SELECT array_agg(entry.value ->> 'grantId') FROM jsonb_each(payload -> 'authorizations') AS entry)
      AS grant_ids`.execute(db);
  const session = rows[0];
  if (!session) return false;
  for (const grantId of session.grant_ids ?? []) await revokeGrant(db, grantId);
  return true;
}
