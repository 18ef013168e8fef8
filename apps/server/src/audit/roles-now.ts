import { exportPermissions, parseRoles, parseScopes, type Role } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../db/best-effort.ts';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';
import { boundsFrom } from '../db/machine-registry.ts';
import { BoundedMap } from '../graphql/bounded-map.ts';
import { type IdentityPort, type MachineCaller, NEVER, type StaffCaller } from '../ports/identity.ts';

/** People whose last token is cached. */
const KNOWN_MAX = 10_000;

/** The roles of a person at this moment, for everything that runs without their token: links, jobs and schedules. */
export async function rolesNow(db: Kysely<Database>, sub: string): Promise<readonly Role[]> {
  const { rows } = await sql<{ roles: string[] }>`select roles_now(${sub}) as roles`.execute(db);
  return parseRoles(rows[0]?.roles ?? []);
}

/** A person with their roles at this moment, as the caller of work that outlives their token. */
export async function callerNow(db: Kysely<Database>, sub: string): Promise<StaffCaller> {
  const person = await db
    .selectFrom('staff_user')
    .select(['display_name as name', 'email'])
    .where('sub', '=', sub)
    .executeTakeFirst();
  return {
    kind: 'staff',
    sub,
    name: person?.name ?? sub,
    email: person?.email ?? null,
    roles: await rolesNow(db, sub),
    expiresAt: NEVER,
  };
}

/** A machine client with its scopes at this moment, as the caller of its export; without any if it is suspended. */
export async function clientNow(db: Kysely<Database>, clientId: string): Promise<MachineCaller> {
  const client = await db
    .selectFrom('machine_client')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();
  return asExporter({
    kind: 'machine',
    sub: clientId,
    name: client?.name ?? clientId,
    scopes: parseScopes(client?.scopes ?? ''),
    bounds: client && boundsFrom(client),
    expiresAt: NEVER,
  });
}

/** A machine client within its export. One that is bound to places exports nothing. */
export function asExporter(caller: MachineCaller): MachineCaller {
  return { ...caller, exports: caller.bounds?.hasPlace === true ? [] : exportPermissions(caller.scopes) };
}

/** Stores the roles in the newest token of each person, all that is known of people of a foreign provider. */
export function notingRoles(identity: IdentityPort, db: Kysely<Database>): IdentityPort {
  const newest = new BoundedMap<string, number>(KNOWN_MAX);
  return {
    authenticate: async (token) => {
      const caller = await identity.authenticate(token);
      if (caller.kind !== 'staff') return caller;
      const { sub, name, email, roles, expiresAt } = caller;
      if (expiresAt.getTime() <= (newest.get(sub) ?? 0)) return caller;
      newest.set(sub, expiresAt.getTime());
      const actor = { by_sub: sub, by_name: name, by_email: email, by_roles: [...roles] };
      await bestEffort('storing the roles of a token', () => callFunction(db, 'remember_actor', actor));
      return caller;
    },
  };
}
