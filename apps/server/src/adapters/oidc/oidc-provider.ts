import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../ports/clock.ts';
import type { IdentityPort, MachineRegistry } from '../../ports/identity.ts';
import { backchannelLogoutPlugin } from './backchannel-logout.plugin.ts';
import { EndedSignIns } from './ended-sign-ins.ts';
import { createOidcIdentity } from './oidc.identity.ts';
import { ProviderKeys } from './provider-keys.ts';
import { ProviderDiscovery } from './provider-metadata.ts';
import type { ClaimRules } from './token-claims.ts';

export interface OidcProviderDeps extends ClaimRules {
  /** A slash at the end doesn't matter. */
  readonly issuer: string;
  /** With which opaque tokens are introspected (RFC 7662); null: by client id alone. */
  readonly clientSecret: string | null;
  readonly clock: Clock;
  readonly machines: MachineRegistry;
  /** Keeps the sign-outs that the provider reports. */
  readonly pool: pg.Pool;
}

/** Any OpenID provider that isn't in the box: who stands behind its tokens, and an ear for its sign-outs. */
export function createOidcProvider(deps: OidcProviderDeps): { identity: IdentityPort; plugin: FastifyPluginAsync } {
  const discovery = new ProviderDiscovery(deps.issuer, deps.clock);
  const keys = new ProviderKeys(discovery);
  const ended = new EndedSignIns(deps.pool, deps.clock);
  return {
    identity: createOidcIdentity({ ...deps, discovery, keys, ended }),
    plugin: backchannelLogoutPlugin({ ...deps, discovery, keys }, ended),
  };
}
