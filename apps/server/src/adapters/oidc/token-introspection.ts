import { AppError } from '@backcounter/domain';
import type { Clock } from '../../ports/clock.ts';
import { requestJson } from './json-request.ts';
import type { ProviderDiscovery } from './provider-metadata.ts';
import { type ClaimRules, type Claims, isMeantForUs } from './token-claims.ts';

/** A sign-out takes effect within 5 s; 1 s is left for the request. */
const CACHE_MS = 4_000;
const CACHE_SIZE = 5_000;

/** Introspects opaque tokens (RFC 7662), each at most once in 4 s. */
export class Introspection {
  readonly #discovery: ProviderDiscovery;
  readonly #rules: ClaimRules & {
    readonly clientSecret: string | null;
    readonly clock: Clock;
  };
  readonly #cache = new Map<string, { readonly claims: Promise<Claims>; readonly untilMs: number }>();

  constructor(discovery: ProviderDiscovery, rules: ClaimRules & { clientSecret: string | null; clock: Clock }) {
    this.#discovery = discovery;
    this.#rules = rules;
  }

  /** @throws AppError `session.required` or `service.unavailable` */
  claimsOf(token: string): Promise<Claims> {
    const nowMs = this.#rules.clock.now().getTime();
    const cached = this.#cache.get(token);
    const leftMs = (cached?.untilMs ?? nowMs) - nowMs;
    // More remains only if the clock was set back.
    if (cached !== undefined && leftMs > 0 && leftMs <= CACHE_MS) return cached.claims;
    const claims = this.#ask(token);
    this.#cache.delete(token);
    this.#cache.set(token, { claims, untilMs: nowMs + CACHE_MS });
    claims.catch(() => this.#cache.delete(token));
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHE_SIZE) break;
      this.#cache.delete(oldest);
    }
    return claims;
  }

  async #ask(token: string): Promise<Claims> {
    const claims = await this.#request(token);
    const isActive = claims['active'] === true && claims['token_type'] !== 'refresh_token';
    if (!isActive || !isMeantForUs(claims, this.#rules)) throw new AppError('session.required');
    return claims;
  }

  async #request(token: string): Promise<Claims> {
    const { clientId, clientSecret } = this.#rules;
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' });
    if (clientSecret === null) body.set('client_id', clientId);
    const headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' };
    if (clientSecret !== null) {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
    }
    try {
      const { introspection_endpoint: address } = await this.#discovery.get();
      // A provider without introspection issues no opaque tokens for others.
      if (address === undefined) return { active: false };
      const answer = await requestJson(address, { method: 'POST', headers, body: body.toString() });
      if (answer.status !== 200) throw new Error(`introspection answered ${answer.status}`);
      const parsed: unknown = JSON.parse(answer.text);
      if (typeof parsed !== 'object' || parsed === null) throw new Error('the introspection response is not an object');
      return parsed as Claims;
    } catch (cause) {
      throw new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
    }
  }
}
