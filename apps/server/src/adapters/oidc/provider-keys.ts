import { createRemoteJWKSet, customFetch, type RemoteJWKSet } from 'jose';
import { fetchJson } from './json-request.ts';
import type { ProviderDiscovery } from './provider-metadata.ts';

/** Asymmetric only: with an HMAC algorithm, anyone who knows the public key could sign. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** A withdrawn key is dropped after this time. Random key ids cause at most one fetch per cooldown. */
const KEYS_KEPT_MS = 60_000;
const KEYS_COOLDOWN_MS = 30_000;

/** The provider's published keys, fetched on demand. */
export class ProviderKeys {
  readonly #discovery: ProviderDiscovery;
  #known: { readonly address: string; readonly find: RemoteJWKSet } | null = null;

  constructor(discovery: ProviderDiscovery) {
    this.#discovery = discovery;
  }

  async get(): Promise<RemoteJWKSet> {
    const { jwks_uri: address } = await this.#discovery.get();
    if (this.#known?.address !== address) {
      const options = { cooldownDuration: KEYS_COOLDOWN_MS, cacheMaxAge: KEYS_KEPT_MS, timeoutDuration: 5_000 };
      this.#known = { address, find: createRemoteJWKSet(new URL(address), { ...options, [customFetch]: fetchJson }) };
    }
    return this.#known.find;
  }
}
