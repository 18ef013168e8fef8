import type { FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { notingRoles } from '../audit/roles-now.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import type { AllowsOrigin } from '../ports/allowed-origins.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdentityPort, MachineRegistry, ProfileWriter, SecondFactors, SignInRegistry } from '../ports/identity.ts';
import type { People } from '../ports/people.ts';
import type { MailParts } from './mail.ts';

/** The identity port and related services. */
export interface IdentityParts {
  readonly port: IdentityPort;
  /** Null if the provider's records of people cannot be written. */
  readonly profiles: ProfileWriter | null;
  /** Null if another provider manages people. */
  readonly people: People | null;
  /** Null if the provider can't confirm second factors after sign-in. */
  readonly secondFactors: SecondFactors | null;
  /** Null if the provider cannot report ended sign-ins. */
  readonly signIns: SignInRegistry | null;
  readonly mailKinds: readonly MailKind[];
  readonly plugins: readonly FastifyPluginAsync[];
  readonly welcome: readonly string[];
  /** Health of external services, for `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<string, true | string>>>;
}

/** The embedded provider, or the one at OIDC_ISSUER. */
export async function composeIdentity(
  config: Config,
  {
    pool,
    db,
    mail,
    origins,
    clock,
    logger,
  }: {
    readonly pool: pg.Pool;
    readonly db: Kysely<Database>;
    readonly mail: MailParts;
    readonly origins: AllowsOrigin;
    readonly clock: Clock;
    readonly logger: Logger;
  },
): Promise<IdentityParts> {
  const { DatabaseMachineRegistry } = await import('../db/machine-registry.ts');
  const machines = new DatabaseMachineRegistry(pool, clock, config.isDemo);
  if (config.oidcIssuer !== null) return foreignIdentity(config, config.oidcIssuer, { pool, db, clock, machines });
  const { createEmbeddedIdentity } = await import('../embedded/identity/embedded-identity.ts');
  const { GrantRegistry } = await import('../embedded/identity/grant.registry.ts');
  const { graphiqlPlugin } = await import('../docs/graphiql.plugin.ts');
  const { PUBLISHED_SECRET } = await import('../embedded/identity/machine-client.ts');
  const embedded = await createEmbeddedIdentity({
    publicUrl: config.publicUrl,
    clientId: config.oidcClientId,
    isDemo: config.isDemo,
    demoPassword: config.demoPassword,
    dataDir: config.dataDir,
    identityKey: config.identityKey,
    transportSecurity: config.transportSecurity,
    origins,
    secondFactorRoles: config.secondFactorRoles,
    pool,
    db,
    machines,
    mail: { isOn: mail.port !== null, readOutbox: mail.readOutbox },
    clock,
    logger,
  });
  return {
    port: embedded.identity,
    profiles: embedded.profiles,
    people: embedded.people,
    secondFactors: embedded.secondFactors,
    mailKinds: embedded.mailKinds,
    signIns: new GrantRegistry(pool, config.isDemo),
    plugins: [
      embedded.plugin,
      ...(config.isDemo ? [graphiqlPlugin(config.demoPassword === null ? PUBLISHED_SECRET : null)] : []),
    ],
    welcome: await welcome(config, { db, clock }),
    neighbours: async () => ({}),
  };
}

async function foreignIdentity(
  config: Config,
  issuer: string,
  {
    pool,
    db,
    clock,
    machines,
  }: {
    readonly pool: pg.Pool;
    readonly db: Kysely<Database>;
    readonly clock: Clock;
    readonly machines: MachineRegistry;
  },
): Promise<IdentityParts> {
  const { createOidcProvider } = await import('../adapters/oidc/oidc-provider.ts');
  const provider = createOidcProvider({
    issuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    clock,
    audience: config.oidcAudience,
    rolesPath: config.oidcRolesPath,
    secondFactor: config.oidcSecondFactor,
    pool,
    machines,
  });
  const { createProviderCheck } = await import('../adapters/oidc/provider-check.ts');
  const check = createProviderCheck(issuer, clock);
  return {
    port: notingRoles(provider.identity, db),
    profiles: null,
    people: null,
    secondFactors: provider.secondFactors,
    signIns: null,
    mailKinds: [],
    plugins: [provider.plugin],
    welcome: [`Sign in with an account of ${issuer}.`],
    neighbours: async () => ({ identity: await check() }),
  };
}

/** Lines for the terminal that explain the first sign-in. */
async function welcome(
  config: Config,
  deps: { readonly db: Kysely<Database>; readonly clock: Clock },
): Promise<string[]> {
  if (config.isDemo) {
    const { DEMO_PEOPLE, PUBLISHED_PASSWORD } = await import('../embedded/identity/person.ts');
    const people = DEMO_PEOPLE.map(({ email, roles }) => `  ${email.padEnd(24)}${roles.join(', ') || 'no role'}`);
    const password = config.demoPassword === null ? PUBLISHED_PASSWORD : 'DEMO_PASSWORD, as you set it';
    return [`Sign in as one of these people (password: ${password}):`, ...people];
  }
  const { inviteFirstAdministrator, invitationUrl } = await import('../embedded/identity/invitation.ts');
  const first = await inviteFirstAdministrator(deps);
  if (first === undefined) return [];
  const until = `${first.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return first.token === null
    ? [`A link for the first administrator was printed at another start. It works until ${until}; restart after that.`]
    : [
        `Create the first administrator: ${invitationUrl(config.publicUrl, first.token)}`,
        `The link works once, until ${until}. Logs keep it: anyone who reads them before you can use it.`,
      ];
}
