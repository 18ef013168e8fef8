import { createHash, timingSafeEqual } from 'node:crypto';
import { APP_SCOPES, MACHINE_SCOPES } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import Provider, { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import { bestEffort } from '../../db/best-effort.ts';
import type { Database } from '../../db/client.ts';
import type { Clock } from '../../ports/clock.ts';
import { consentedScopes, LOGO, ORIGINS } from './app-consent.ts';
import { audit } from './audit-trail.ts';
import { fingerprint } from './keys/sealed-box.ts';
import type { SecretKeys } from './keys/secret-keys.ts';
import { ACCOUNT_CLIENT_ID } from './pages/account.routes.ts';
import { errorPage } from './pages/error.page.ts';
import { contentPolicy } from './pages/page-headers.ts';
import { signOutPage } from './pages/sign-out.page.ts';
import { findPerson, isUsable } from './person.ts';
import { asProviderError } from './provider-error.ts';
import { dateIdTokens, inStoredTime, withMaxAge } from './provider-time.ts';
import { clearSessionState, withSessionState } from './session-state.ts';
import { tokenStore } from './token-store.ts';

const HOUR_S = 3600;
const SESSION_S = 8 * HOUR_S;
const ID_TOKEN_S = 300;

export interface ProviderDeps {
  readonly publicUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly isDemo: boolean;
  readonly transportSecurity: string | null;
  readonly db: Kysely<Database>;
  readonly keys: SecretKeys;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** oidc-provider with only the features the product uses (decision 0031). */
export function createProvider(deps: ProviderDeps): Provider {
  const provider = new Provider(deps.issuer, configuration(deps));
  // Our own mount sets the forwarded headers, never the client.
  provider.proxy = true;
  hashClientSecrets(provider);
  dateIdTokens(provider, deps.clock, ID_TOKEN_S);
  provider.use(async (ctx, next) => {
    setHeaders(ctx as KoaContextWithOIDC, deps.transportSecurity);
    // The library answers errors of its handlers; those of sessions, read and saved around them, are thrown.
    await next().catch((thrown: unknown) => answerFailure(ctx as KoaContextWithOIDC, asProviderError(thrown), deps));
    if (ctx.status === 503) ctx.set('retry-after', '1');
    const cookies = [ctx.response.get('set-cookie')].flat().filter(Boolean);
    if (cookies.length > 0) ctx.set('set-cookie', withMaxAge(cookies));
    // RFC 7009 leaves the body of a revocation response open; clients that parse JSON get JSON.
    if (ctx.path.endsWith(ROUTES.revocation) && ctx.status === 200) {
      ctx.type = 'application/json';
      ctx.body = '{}';
    }
  });
  provider.on('authorization.success', (ctx, out) => {
    if (out) withSessionState(ctx, out, deps.publicUrl);
    void bestEffort('storing the device of a session', () => rememberDevice(deps.db, ctx));
  });
  provider.on('end_session.success', (ctx) => {
    clearSessionState(ctx);
    void bestEffort('auditing a sign-out', () => recordSignOut(deps.db, ctx));
  });
  provider.on('server_error', (ctx, error) =>
    deps.logger.error({ err: error, path: ctx.path }, 'identity provider failed'),
  );
  return provider;
}

const ROUTES = {
  authorization: '/auth',
  token: '/token',
  revocation: '/token/revocation',
  userinfo: '/userinfo',
  jwks: '/jwks',
  end_session: '/session/end',
} as const;

function configuration(deps: ProviderDeps): Configuration {
  const { publicUrl, issuer, isDemo, db } = deps;
  const isOwn = (clientId: string) => clientId === deps.clientId || clientId === ACCOUNT_CLIENT_ID;
  return {
    adapter: inStoredTime(tokenStore(db, isDemo), deps.clock),
    routes: ROUTES,
    clients: [
      {
        client_id: deps.clientId,
        client_name: 'Backcounter',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/login`, `${publicUrl}/silent`, `${publicUrl}/popup`],
        post_logout_redirect_uris: [`${publicUrl}/logout`],
        scope: 'openid',
      },
      {
        client_id: ACCOUNT_CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${issuer}/account/signed-in`],
        scope: 'openid',
      },
    ],
    jwks: { keys: [...deps.keys.signing] },
    cookies: {
      keys: [...deps.keys.cookies],
      names: { session: 'bc_session', interaction: 'bc_interaction', resume: 'bc_resume' },
      long: { path: new URL(issuer).pathname, httpOnly: true, sameSite: 'lax', signed: true },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    scopes: ['openid', ...MACHINE_SCOPES, ...APP_SCOPES],
    extraClientMetadata: { properties: [ORIGINS, LOGO] },
    claims: { openid: ['sub', 'resource_access', 'preferred_language_key', 'admin_url', 'name', 'email'] },
    // The claims are in the ID token, because the console needs them before its first call.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      userinfo: { enabled: true },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => signOutPage(ctx, form, publicUrl),
        postLogoutSuccessSource: (ctx) => ctx.redirect(`${publicUrl}/`),
      },
    },
    discovery: { check_session_iframe: `${issuer}/session/check` },
    ttl: {
      AccessToken: 300,
      IdToken: ID_TOKEN_S,
      ClientCredentials: 300,
      AuthorizationCode: 60,
      RefreshToken: SESSION_S,
      Session: SESSION_S,
      Grant: SESSION_S,
      Interaction: 600,
    },
    interactions: { url: (_ctx, interaction) => `${issuer}/interaction/${interaction.uid}`, policy: signInPolicy() },
    findAccount: async (_ctx, sub) => {
      const person = await findPerson(db, sub).catch((error: unknown) => {
        throw asProviderError(error);
      });
      if (!person || !isUsable(person, isDemo)) return undefined;
      return {
        accountId: person.id,
        claims: async () => ({
          sub: person.id,
          name: person.name,
          email: person.email,
          resource_access: { global_roles: [...person.roles] },
          ...(person.preferred_language_key ? { preferred_language_key: person.preferred_language_key } : {}),
          ...(person.admin_url ? { admin_url: person.admin_url } : {}),
        }),
      };
    },
    // The console is first-party, so no consent is asked for.
    loadExistingGrant: async (ctx) => {
      const { client, session, account, provider, result } = ctx.oidc;
      if (!client || !session || !account) return undefined;
      const grantId = result?.consent?.grantId ?? session.grantIdFor(client.clientId);
      const existing = grantId ? await provider.Grant.find(grantId) : undefined;
      if (existing) return existing;
      const allowed = isOwn(client.clientId) ? 'openid' : await consentedScopes(db, account.accountId, client.clientId);
      if (allowed === null) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
      grant.addOIDCScope(allowed);
      await grant.save();
      return grant;
    },
    extraTokenClaims: (ctx, token) => {
      if (token.kind !== 'ClientCredentials') return undefined;
      const asked: unknown = ctx.oidc.body?.['scope'];
      // A client that names no scope gets all of its scopes (RFC 6749, section 3.3).
      if (asked === undefined) return { has_default_scope: true };
      // The library ignores unknown scopes, which hides misspelled ones until an operation is refused.
      const names: readonly string[] = MACHINE_SCOPES;
      const unknown = String(asked)
        .split(' ')
        .filter((name) => !names.includes(name));
      if (unknown.length > 0) throw new errors.InvalidScope('requested scope is not known', unknown.join(' '));
      return undefined;
    },
    issueRefreshToken: async (_ctx, client, code) =>
      client.grantTypeAllowed('refresh_token') && (isOwn(client.clientId) || code.scopes.has('offline_access')),
    rotateRefreshToken: true,
    clientBasedCORS: (_ctx, origin, client) =>
      isOwn(client.clientId)
        ? origin === publicUrl
        : (client[ORIGINS] as string[] | undefined)?.includes(origin) === true,
    renderError: (ctx, out, error) => errorPage(ctx, out, error, publicUrl),
  };
}

/** Only the login prompt; a session whose person is removed or suspended requires a new sign-in. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('person_not_usable', 'the person can no longer sign in', (ctx) =>
        ctx.oidc.session?.accountId !== undefined && ctx.oidc.account === undefined
          ? interactionPolicy.Check.REQUEST_PROMPT
          : interactionPolicy.Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/** Hashes a presented secret before comparing, because the store has only SHA-256 hashes. */
function hashClientSecrets(provider: Provider): void {
  const prototype = provider.Client.prototype as { compareClientSecret(actual: string): boolean } & {
    clientSecret?: string;
  };
  prototype.compareClientSecret = function compare(actual: string): boolean {
    const presented = fingerprint(actual);
    const expected = (this.clientSecret ?? '').split(' ').map((hash) => Buffer.from(hash, 'hex'));
    return expected.some((hash) => hash.length === presented.length && timingSafeEqual(hash, presented));
  };
}

async function answerFailure(ctx: KoaContextWithOIDC, thrown: unknown, deps: ProviderDeps): Promise<void> {
  const error = thrown as errors.OIDCProviderError;
  if (error.statusCode !== 503) throw thrown;
  deps.logger.error({ err: error, path: ctx.path }, 'identity provider failed');
  ctx.status = 503;
  const out = { error: error.error, error_description: error.error_description ?? '' };
  if (ctx.accepts('json', 'html') === 'html') await errorPage(ctx, out, error, deps.publicUrl);
  else ctx.body = out;
}

/** Lets the console frame pages for hidden frames; all others must not be framed. */
function setHeaders(ctx: KoaContextWithOIDC, transportSecurity: string | null): void {
  const isFrameable = ctx.path === ROUTES.authorization || ctx.path.startsWith(`${ROUTES.authorization}/`);
  ctx.set('content-security-policy', contentPolicy(isFrameable));
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('referrer-policy', 'no-referrer');
  if (transportSecurity !== null) ctx.set('strict-transport-security', transportSecurity);
}

async function rememberDevice(db: Kysely<Database>, ctx: KoaContextWithOIDC): Promise<void> {
  const { session } = ctx.oidc;
  if (!session?.accountId) return;
  await db
    .insertInto('identity.session_device')
    .values({
      session_uid: session.uid,
      account_id: session.accountId,
      user_agent: ctx.get('user-agent').slice(0, 300) || null,
      address: ctx.ip,
    })
    .onConflict((conflict) => conflict.column('session_uid').doNothing())
    .execute();
}

async function recordSignOut(db: Kysely<Database>, ctx: KoaContextWithOIDC): Promise<void> {
  const sub = ctx.oidc.session?.accountId;
  if (!sub) return;
  const requestId = createHash('sha256')
    .update(ctx.oidc.session?.uid ?? '')
    .digest('hex')
    .slice(0, 16);
  await audit(db, {
    action: 'session.sign-out',
    sub,
    outcome: 'DONE',
    origin: { address: ctx.ip, userAgent: ctx.get('user-agent'), requestId },
  });
}
