import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Role } from '@backcounter/domain';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { MailKind } from '../../mail/mail-kind.ts';
import type { AllowsOrigin } from '../../ports/allowed-origins.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, MachineRegistry, ProfileWriter, SecondFactors } from '../../ports/identity.ts';
import type { People } from '../../ports/people.ts';
import { keepInBrowsers } from './browser-kept.ts';
import { factorMails } from './factor-mail.ts';
import { interactionRoutes } from './interaction.routes.ts';
import { INVITATION_PATH, invitationMail } from './invitation.ts';
import { withSealedBox } from './keys/sealed-box.ts';
import { loadSecretKeys, readSecretKeys } from './keys/secret-keys.ts';
import { DeviceCookie } from './known-device.ts';
import { ensureDemoMachineClient } from './machine-client.ts';
import type { IdentityMail } from './mail-port.ts';
import { OpaqueTokenIdentity } from './opaque-token.identity.ts';
import { accountRoutes } from './pages/account.routes.ts';
import { errorMarkup } from './pages/error.page.ts';
import { acceptForms, answerErrors, FormGuard } from './pages/form-guard.ts';
import { text, waitText } from './pages/identity.messages.ts';
import { invitationRoutes } from './pages/invitation.routes.ts';
import { outboxRoutes } from './pages/outbox.routes.ts';
import { pageAssetRoutes } from './pages/page-asset.routes.ts';
import { negotiateLanguage } from './pages/page-language.ts';
import { resetRoutes } from './pages/reset.routes.ts';
import { themeRoutes } from './pages/theme.routes.ts';
import { Passkeys } from './passkeys.ts';
import { resetMail } from './password-reset.ts';
import { peopleOf } from './people.ts';
import { ensureDemoPeople, setPreferredLanguage } from './person.ts';
import { secondFactorsOf } from './second-factor.ts';
import { sweepExpired } from './token-sweep.ts';

/** Path below PUBLIC_URL; together they are the issuer. */
export const IDENTITY_PATH = '/identity';
const SWEEP_MS = 15 * 60 * 1000;
/** Interval at which a running server reads rotated keys. */
const KEYS_REFRESH_MS = 5_000;
/** Limit per IPv4 address or IPv6 /64 network; an office signing in at nine stays far below. */
const PAGES_PER_MINUTE = 600;
/** Paths that start a sign-in or sign-out, as oidc-provider matches them. */
const BEGINNINGS = new RegExp(`^${IDENTITY_PATH}/(auth|session/end)/?([?#]|$)`, 'i');

export interface EmbeddedIdentityDeps {
  /** PUBLIC_URL without a trailing slash. */
  readonly publicUrl: string;
  /** The console's client id. */
  readonly clientId: string;
  readonly isDemo: boolean;
  /** For the demo people and demo machine client; null for the published ones. */
  readonly demoPassword: string | null;
  /** Folder of identity.key, which seals keys and second factors. */
  readonly dataDir: string;
  /** Used instead of the file; null: none. */
  readonly identityKey: Buffer | null;
  /** Value of Strict-Transport-Security; null: not sent. */
  readonly transportSecurity: string | null;
  /** Origins whose pages may read the theme and ask for tokens. */
  readonly origins: AllowsOrigin;
  /** Roles that require a second factor; the API refuses people with one of them until it is set up. */
  readonly secondFactorRoles: readonly Role[];
  /** For the statement prepared by name. */
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  readonly machines: MachineRegistry;
  readonly mail: IdentityMail;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface EmbeddedIdentity {
  readonly identity: IdentityPort;
  readonly profiles: ProfileWriter;
  readonly secondFactors: SecondFactors;
  readonly people: People;
  readonly mailKinds: readonly MailKind[];
  /** Serves everything under /identity, including the prefix. */
  readonly plugin: FastifyPluginAsync;
  readonly issuer: string;
  /** Applies rotated keys. Runs automatically every 5 s. */
  refreshKeys(): Promise<void>;
}

/** The embedded identity provider: people, sign-in page, tokens and keys in our own database. */
export async function createEmbeddedIdentity(deps: EmbeddedIdentityDeps): Promise<EmbeddedIdentity> {
  const { db, publicUrl, isDemo } = deps;
  const issuer = `${publicUrl}${IDENTITY_PATH}`;
  const { box, ...loaded } = await withSealedBox(deps.dataDir, deps.identityKey, async (box) => ({
    box,
    keys: await loadSecretKeys(db, box),
  }));
  let { keys } = loaded;
  if (isDemo) {
    await ensureDemoPeople(db, deps.demoPassword);
    await ensureDemoMachineClient(db, deps.demoPassword);
  }
  // Loaded with the first sign-in: the library takes 8 MB, and many processes serve none.
  const open = async () => {
    const { createProvider } = await import('./provider.ts');
    const provider = createProvider({ ...deps, issuer, keys });
    return { provider, answer: provider.callback() };
  };
  let opened: ReturnType<typeof open> | null = null;
  const provide = () => {
    opened ??= open().catch((cause: unknown) => {
      // The next request tries again.
      opened = null;
      throw cause;
    });
    return opened;
  };
  const refreshKeys = async (): Promise<void> => {
    await box.reload();
    const now = await readSecretKeys(db, box);
    if (JSON.stringify(now) === JSON.stringify(keys)) return;
    keys = now;
    // All state is in the database, so a new instance continues seamlessly.
    opened = null;
  };
  const root = new URL(issuer).pathname;
  const isSecure = publicUrl.startsWith('https:');
  const guard = new FormGuard(() => keys.cookies, publicUrl, root);
  const devices = new DeviceCookie(box, root, isSecure);
  const showsPublishedPassword = isDemo && deps.demoPassword === null;
  const { secondFactorRoles, clock, mail } = deps;
  const passkeys = new Passkeys(db, box, clock, publicUrl);
  const pages = { db, box, clock, passkeys, guard, devices, isDemo, showsPublishedPassword, secondFactorRoles, mail };
  const pageDeps = { ...pages, provider: async () => (await provide()).provider };

  const plugin: FastifyPluginAsync = async (app) => {
    ownTheForwardedHeaders(app, publicUrl);
    negotiateLanguage(app, IDENTITY_PATH, isSecure);
    keepInBrowsers(app, { box, clock, isSecure, root });
    await app.register(
      async (scope) => {
        acceptForms(scope);
        await pageAssetRoutes(scope);
        await themeRoutes(scope, db, deps.origins);
        interactionRoutes(scope, pageDeps);
        accountRoutes(scope, pageDeps);
        resetRoutes(scope, pageDeps);
        invitationRoutes(scope, pageDeps);
        if (mail.readOutbox !== null) outboxRoutes(scope, pageDeps, mail.readOutbox);
        answerErrors(scope, guard);
      },
      { prefix: IDENTITY_PATH },
    );
    await app.register(
      async (scope) =>
        mountProvider(
          scope,
          async (request, response) => (await provide()).answer(request, response),
          guard,
          deps.origins,
        ),
      {
        prefix: IDENTITY_PATH,
      },
    );
    const sweeper = setInterval(() => void bestEffort('deleting expired tokens', () => sweepExpired(db)), SWEEP_MS);
    sweeper.unref();
    const watch = () => bestEffort('reading rotated identity keys', refreshKeys);
    const watcher = setInterval(() => void watch(), KEYS_REFRESH_MS);
    watcher.unref();
    app.addHook('onClose', async () => {
      clearInterval(sweeper);
      clearInterval(watcher);
    });
  };
  return {
    identity: new OpaqueTokenIdentity(
      deps.pool,
      deps.clock,
      isDemo,
      deps.machines,
      {
        roles: secondFactorRoles,
        setUpPath: `${IDENTITY_PATH}/account?enrol`,
      },
      deps.clientId,
    ),
    profiles: { setPreferredLanguage: (sub, language) => setPreferredLanguage(db, sub, language) },
    secondFactors: secondFactorsOf(box, clock, passkeys, mail.isOn),
    people: peopleOf({ clock, sendsMail: mail.isOn, root }),
    mailKinds: [
      resetMail(deps, `${issuer}/reset`),
      invitationMail(deps, `${issuer}${INVITATION_PATH}`),
      ...factorMails(isDemo, `${issuer}/account`),
    ],
    plugin,
    issuer,
    refreshKeys,
  };
}

/** The provider builds URLs and cookies from these headers, so they must not come from the client. */
function ownTheForwardedHeaders(app: FastifyInstance, publicUrl: string): void {
  const { host, protocol } = new URL(publicUrl);
  app.addHook('onRequest', async (request) => {
    request.raw.headers['x-forwarded-host'] = host;
    request.raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.raw.headers['x-forwarded-for'] = request.ip;
  });
}

/** Passes all other requests under the prefix to oidc-provider, with unread bodies. */
async function mountProvider(
  app: FastifyInstance,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  guard: FormGuard,
  origins: AllowsOrigin,
): Promise<void> {
  const { publicUrl, root } = guard;
  await app.register(rateLimit, { global: false });
  const count = app.createRateLimit({ max: PAGES_PER_MINUTE, timeWindow: 60_000 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.all('/*', async (request, reply) => {
    // The library would allow preflights from any origin, because it does not know the client yet.
    if (request.method === 'OPTIONS' && !(await origins(request.headers.origin ?? ''))) return reply.code(204).send();
    const outcome = BEGINNINGS.test(request.url) ? await count(request) : null;
    if (outcome && !outcome.isAllowed && outcome.isExceeded) {
      const wait = waitText(outcome.ttlInSeconds);
      reply.header('retry-after', outcome.ttlInSeconds);
      return guard.send(reply, errorMarkup(text('identity.error.busy', { wait }), publicUrl, root), 429);
    }
    reply.hijack();
    // Includes headers already set by the server's hooks, such as the reference id.
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    const raw: typeof request.raw & { originalUrl?: string } = request.raw;
    // oidc-provider renders errors as HTML if the client accepts it; POST requests get JSON.
    if (request.method === 'POST' && !raw.url?.startsWith(`${IDENTITY_PATH}/session/`))
      raw.headers.accept = 'application/json';
    raw.originalUrl = raw.url ?? '';
    raw.url = raw.originalUrl.slice(IDENTITY_PATH.length);
    await handle(raw, reply.raw);
  });
}
