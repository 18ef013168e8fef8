import { type AppScope, parseAppScopes } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../../db/client.ts';

/** Client metadata of this product: the origins whose pages may call the provider. */
export const ORIGINS = 'origins';
/** Client metadata of this product: path of the app's logo. */
export const LOGO = 'image_url';

const lines = (text: string | null): string[] => text?.split('\n') ?? [];

/** The app as the provider's client, if people may sign in to it now. */
export async function findApp(db: Kysely<Database>, clientId: string): Promise<AdapterPayload | undefined> {
  const row = await db
    .selectFrom('app')
    .selectAll()
    .where('client_id', '=', clientId.replaceAll('\0', ''))
    .where('state', '=', 'ACTIVE')
    .where('redirect_addresses', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const scopes = parseAppScopes(row.scopes ?? '');
  const canRefresh = scopes.includes('offline_access');
  return {
    client_id: row.client_id,
    client_name: row.name,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', ...(canRefresh ? ['refresh_token'] : [])],
    response_types: ['code'],
    redirect_uris: lines(row.redirect_addresses),
    post_logout_redirect_uris: lines(row.post_logout_addresses),
    scope: ['openid', ...scopes].join(' '),
    [ORIGINS]: lines(row.origins),
    ...(row.image_url !== null && { [LOGO]: row.image_url }),
  };
}

/** Scopes that the person allowed the app, separated by spaces; null: they were not asked yet. */
export async function consentedScopes(
  db: Kysely<Database>,
  personId: string,
  clientId: string,
): Promise<string | null> {
  const { rows } = await sql<{ scopes: string }>`
    SELECT scopes FROM identity.app_consent WHERE person_id = ${personId}::uuid AND client_id = ${clientId}`.execute(
    db,
  );
  return rows[0]?.scopes ?? null;
}

/** Remembers what the person allowed the app, in place of an earlier answer. */
export async function rememberConsent(
  db: Kysely<Database>,
  consent: { readonly personId: string; readonly clientId: string; readonly scopes: string },
): Promise<void> {
  await sql`
    INSERT INTO identity.app_consent (person_id, client_id, scopes)
    VALUES (${consent.personId}::uuid, ${consent.clientId}, ${consent.scopes})
    ON CONFLICT (person_id, client_id) DO UPDATE SET scopes = EXCLUDED.scopes, granted_at = now()`.execute(db);
}

/** An app that a person allowed to act for them. */
export interface AllowedApp {
  readonly clientId: string;
  readonly name: string;
  readonly imageUrl: string | null;
  readonly scopes: readonly AppScope[];
  readonly grantedAt: Date;
}

/** The apps of a person, newest first. */
export async function listAllowedApps(db: Kysely<Database>, personId: string): Promise<readonly AllowedApp[]> {
  const { rows } = await sql<Omit<AllowedApp, 'scopes'> & { readonly scopes: string }>`
    SELECT app.client_id AS "clientId", app.name, app.image_url AS "imageUrl", consent.scopes, consent.granted_at AS "grantedAt"
    FROM identity.app_consent AS consent JOIN app USING (client_id)
    WHERE consent.person_id = ${personId}::uuid ORDER BY consent.granted_at DESC`.execute(db);
  return rows.map((row) => ({ ...row, scopes: parseAppScopes(row.scopes) }));
}

/** Revokes the person's consent to the app, and ends all that it holds for them. */
export async function revokeApp(db: Kysely<Database>, personId: string, clientId: string): Promise<void> {
  await sql`
    DELETE FROM identity.app_consent WHERE person_id = ${personId}::uuid AND client_id = ${clientId}`.execute(db);
  // Tokens never outlive their grant, which may not have any yet.
  await sql`
    DELETE FROM identity.token WHERE model = 'Grant' AND account_id = ${personId}
      AND payload ->> 'clientId' = ${clientId}`.execute(db);
}
