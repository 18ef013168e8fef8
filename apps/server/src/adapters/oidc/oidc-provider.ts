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
  /** A trailing slash is ignored. */
  readonly issuer: string;
  /** Authenticates introspection of opaque tokens (RFC 7662); null to send the client id only. */
  readonly clientSecret: string | null;
  readonly clock: Clock;
  readonly machines: MachineRegistry;
  /** Stores sign-outs reported by the provider. */
  readonly pool: pg.Pool;
}

/** Connects an external OpenID provider: verification of its tokens and its back-channel logout. */
export function createOidcProvider(deps: OidcProviderDeps): { identity: IdentityPort; plugin: FastifyPluginAsync } {
  const discovery = new ProviderDiscovery(deps.issuer, deps.clock);
  const keys = new ProviderKeys(discovery);
  const ended = new EndedSignIns(deps.pool, deps.clock);
  return {
    identity: createOidcIdentity({ ...deps, discovery, keys, ended }),
    plugin: backchannelLogoutPlugin({ ...deps, discovery, keys }, ended),
  };
}
