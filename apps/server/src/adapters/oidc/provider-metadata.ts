import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import { requestJson } from './json-request.ts';

const KEPT_MS = 60 * 60 * 1000;
/** After a failure, the provider is not asked again for this long. */
const RETRY_MS = 5_000;

const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  introspection_endpoint: z.url({ protocol: /^https?$/ }).optional(),
});
export type ProviderMetadata = z.infer<typeof metadata>;

/**
 * The provider's discovery document, read on first use and then hourly; the previous one is used while the provider is
 * down.
 */
export class ProviderDiscovery {
  readonly #issuer: string;
  readonly #clock: Clock;
  #known: ProviderMetadata | null = null;
  #nextMs = 0;
  #running: Promise<ProviderMetadata> | null = null;

  constructor(issuer: string, clock: Clock) {
    this.#issuer = issuer;
    this.#clock = clock;
  }

  async get(): Promise<ProviderMetadata> {
    const nowMs = this.#clock.now().getTime();
    if (nowMs < this.#nextMs) {
      if (this.#known) return this.#known;
      throw new Error(`${this.#issuer} could not be read`);
    }
    this.#running ??= this.#read().finally(() => {
      this.#running = null;
    });
    try {
      this.#known = await this.#running;
      this.#nextMs = nowMs + KEPT_MS;
      return this.#known;
    } catch (error) {
      this.#nextMs = nowMs + RETRY_MS;
      if (this.#known) return this.#known;
      throw error;
    }
  }

  async #read(): Promise<ProviderMetadata> {
    const answer = await requestJson(`${withoutSlash(this.#issuer)}/.well-known/openid-configuration`);
    if (answer.status !== 200) throw new Error(`discovery answered ${answer.status}`);
    const document = metadata.parse(JSON.parse(answer.text));
    // OIDC_ISSUER has no trailing slash; tokens must carry the issuer exactly as the provider spells it.
    if (withoutSlash(document.issuer) !== withoutSlash(this.#issuer))
      throw new Error(`discovery names a different issuer: ${document.issuer}`);
    return document;
  }
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
