import { ROLES } from '@backcounter/domain';
import type pg from 'pg';
import type { SignInRegistry } from '../../ports/identity.ts';

/** Checks sign-ins by the grant of their tokens. Signing out, or ending a session elsewhere, removes the grant. */
export class GrantRegistry implements SignInRegistry {
  readonly #pool: pg.Pool;
  readonly #isDemo: boolean;

  constructor(pool: pg.Pool, isDemo: boolean) {
    this.#pool = pool;
    this.#isDemo = isDemo;
  }

  async standing(signInIds: readonly string[]): Promise<ReadonlySet<string>> {
    // Prepared by name, like the token lookup.
    const { rows } = await this.#pool.query<{ id: Buffer }>({
      name: 'identity-standing-grants',
      text: STANDING,
      values: [signInIds.map((id) => Buffer.from(id, 'base64url')), this.#isDemo, [...ROLES]],
    });
    return new Set(rows.map(({ id }) => id.toString('base64url')));
  }
}

const STANDING = `
  SELECT token.id FROM identity.token AS token
  JOIN identity.person AS person ON person.id = token.account_id::uuid
  WHERE token.model = 'Grant' AND token.id = ANY ($1) AND token.revoked_at IS NULL AND token.expires_at > now()
    AND NOT EXISTS (SELECT FROM app WHERE app.client_id = token.payload ->> 'clientId' AND app.state <> 'ACTIVE')
    AND person.state = 'ACTIVE' AND ($2 OR NOT person.is_demo) AND person.roles && $3::text[]`;
