import type Provider from 'oidc-provider';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import { asProviderError } from './provider-error.ts';

/** Timestamps in a model, in seconds since 1970. */
const INSTANTS = ['iat', 'exp', 'iiat', 'loginTs', 'authTime', 'consumed'] as const;

/** Offset of the database clock from the process clock, in seconds. */
function correctionS(clock: Clock): number {
  return Math.round((clock.now().getTime() - Date.now()) / 1_000);
}

function moved(payload: AdapterPayload, byS: number): AdapterPayload {
  if (byS === 0) return payload;
  const changed: AdapterPayload = { ...payload };
  for (const key of INSTANTS) {
    const instant: unknown = changed[key];
    if (typeof instant === 'number') changed[key] = instant + byS;
  }
  return changed;
}

/** The adapter with failures of the database as the library answers them. */
function named(adapter: Adapter): Adapter {
  return new Proxy(adapter, {
    get: (target, name) => {
      const method = Reflect.get(target, name) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        method.apply(target, args).catch((error: unknown) => {
          throw asProviderError(error);
        });
    },
  });
}

/**
 * oidc-provider only knows the process clock. This adapter gives it timestamps in process time and stores them in
 * database time, so that their age is the same in every process (decision 0136).
 */
export function inStoredTime(store: (model: string) => Adapter, clock: Clock): (model: string) => Adapter {
  return (model) => {
    const adapter = named(store(model));
    const read = async (found: ReturnType<Adapter['find']>): Promise<AdapterPayload | undefined> => {
      const payload = (await found) || undefined;
      return payload && moved(payload, -correctionS(clock));
    };
    return {
      upsert: (id, payload, expiresInS) => adapter.upsert(id, moved(payload, correctionS(clock)), expiresInS),
      find: (id) => read(adapter.find(id)),
      findByUid: (uid) => read(adapter.findByUid(uid)),
      findByUserCode: (code) => read(adapter.findByUserCode(code)),
      consume: (id) => adapter.consume(id),
      destroy: (id) => adapter.destroy(id),
      revokeByGrantId: (grantId) => adapter.revokeByGrantId(grantId),
    };
  };
}

/** Parts of `provider.IdToken` missing from the library's types. */
interface IdTokenClass {
  expiresIn(): number;
  readonly prototype: { payload(): Promise<Record<string, unknown>> };
}

/** Dates ID tokens by the database clock. `ttlS` is their lifetime. */
export function dateIdTokens(provider: Provider, clock: Clock, ttlS: number): void {
  const tokens = (provider as unknown as { readonly IdToken: IdTokenClass }).IdToken;
  const { payload } = tokens.prototype;
  // The library adds this to the process time.
  tokens.expiresIn = () => ttlS + correctionS(clock);
  tokens.prototype.payload = async function dated() {
    const byS = correctionS(clock);
    const claims = await payload.call(this);
    const { auth_time: signedInAt } = claims;
    return {
      ...claims,
      iat: Math.floor(clock.now().getTime() / 1_000),
      ...(typeof signedInAt === 'number' && { auth_time: signedInAt + byS }),
    };
  };
}

/** Replaces cookie expiry dates by max-age, because the browser's clock may be wrong. */
export function withMaxAge(cookies: readonly string[]): string[] {
  return cookies.map((cookie) =>
    cookie.replace(/; expires=([^;]+)/gi, (_, until: string) => {
      const leftS = Math.round((Date.parse(until) - Date.now()) / 1_000);
      return `; max-age=${Math.max(0, leftS)}`;
    }),
  );
}
