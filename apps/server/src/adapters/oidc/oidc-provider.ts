import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, MachineRegistry, SecondFactors } from '../../ports/identity.ts';
import { EndedSignIns } from './ended-sign-ins.ts';
import { type LogoutTokenRules, verifyLogoutToken } from './logout-token.ts';
import { createOidcIdentity } from './oidc.identity.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ProviderDiscovery } from './provider-metadata.ts';
import { type SecondFactorClaims, secondFactorsOf } from './second-factor.ts';
import type { ClaimRules } from './token-claims.ts';

export interface OidcProviderDeps extends ClaimRules {
  /** A trailing slash is ignored. */
  readonly issuer: string;
  /** Authenticates introspection of opaque tokens (RFC 7662); null to send the client id only. */
  readonly clientSecret: string | null;
  readonly clock: Clock;
  readonly machines: MachineRegistry;
  /** Stores sign-outs reported by the provider. */
  readonly pool: pg.Pool;
  /** Null: unknown, so no one is asked to confirm one. */
  readonly secondFactor: SecondFactorClaims | null;
}

/** Connection to an external OpenID provider. */
interface OidcProvider {
  readonly identity: IdentityPort;
  readonly secondFactors: SecondFactors | null;
  readonly plugin: FastifyPluginAsync;
}

/** Connects an external OpenID provider: verification of its tokens and its back-channel logout. */
export function createOidcProvider(deps: OidcProviderDeps): OidcProvider {
  const discovery = new ProviderDiscovery(deps.issuer, deps.clock);
  const keys = new ProviderKeys(discovery);
  const ended = new EndedSignIns(deps.pool, deps.clock);
  return {
    identity: createOidcIdentity({ ...deps, discovery, keys, ended }),
    secondFactors: deps.secondFactor && secondFactorsOf(deps.secondFactor, { ...deps, discovery, keys }),
    plugin: backchannelLogoutPlugin({ ...deps, discovery, keys }, ended),
  };
}

/** Path of the client's `backchannel_logout_uri` at the provider. */
const BACKCHANNEL_LOGOUT_PATH = '/backchannel-logout';
const BODY_MAX_BYTES = 20_000;

/**
 * Receives logout tokens (OpenID Connect Back-Channel Logout 1.0). The sign-in has ended for the API before the
 * response is sent.
 */
function backchannelLogoutPlugin(rules: LogoutTokenRules, ended: EndedSignIns): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    app.post(BACKCHANNEL_LOGOUT_PATH, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null;
      const logout = await verifyLogoutToken(token ?? '', rules);
      // No details: the provider knows what it sent.
      if (logout === null) return reply.code(400).send({ error: 'invalid_request' });
      await ended.record(logout);
      return reply.code(200).send();
    });
  };
}
