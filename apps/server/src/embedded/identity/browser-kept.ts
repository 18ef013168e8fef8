import { AsyncLocalStorage } from 'node:async_hooks';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import { PAGE_VALUE_S, type SealedBox } from './keys/sealed-box.ts';

/** Browsers limit a cookie to 4,096 bytes, including name and attributes. */
const VALUE_MAX_LENGTH = 3_800;

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly box: SealedBox;
  readonly clock: Clock;
  readonly isSecure: boolean;
  /** Path of the provider. */
  readonly root: string;
}

const current = new AsyncLocalStorage<Visit>();

/**
 * Lets browsers store values, sealed and for 10 minutes, so that anonymous requests take no space in the database. The
 * provider reads them deep inside, so the request is passed in an async context.
 */
export function keepInBrowsers(app: FastifyInstance, deps: Omit<Visit, 'request' | 'reply'>): void {
  app.addHook('onRequest', (request, reply, done) => current.run({ request, reply, ...deps }, done));
  // Parsing the body has lost the async context.
  app.addHook('preValidation', (request, reply, done) => current.run({ request, reply, ...deps }, done));
}

/** Stores a value in a cookie for a path of the provider; false if it is too long for a cookie. */
export function keepInBrowser(name: string, path: string, purpose: string, value: object): boolean {
  const visit = current.getStore();
  if (visit === undefined) throw new Error(`no request to store ${name} for`);
  const expiresAt = new Date(visit.clock.now().getTime() + PAGE_VALUE_S * 1000);
  const sealed = visit.box.sealUntil(expiresAt, deflateRawSync(JSON.stringify(value)), purpose);
  if (sealed.length > VALUE_MAX_LENGTH) return false;
  setCookie(visit.reply, {
    name,
    value: sealed,
    path: visit.root + path,
    maxAgeS: PAGE_VALUE_S,
    isSecure: visit.isSecure,
  });
  return true;
}

/** The stored value; undefined if it is missing, expired or forged. */
export function keptInBrowser<T>(name: string, purpose: string): T | undefined {
  const visit = current.getStore();
  const sealed = visit && cookieOf(visit.request, name);
  const opened = visit && sealed ? visit.box.openUntil(visit.clock.now(), sealed, purpose) : null;
  return opened === null ? undefined : (JSON.parse(inflateRawSync(opened).toString('utf8')) as T);
}

export function dropFromBrowser(name: string, path: string): void {
  const visit = current.getStore();
  if (visit) setCookie(visit.reply, { name, value: '', path: visit.root + path, maxAgeS: 0, isSecure: visit.isSecure });
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1];
}

/** Sets an HttpOnly cookie. Cross-site requests send it only with top-level navigation, or never if `isStrict`. */
export function setCookie(
  reply: FastifyReply,
  cookie: { name: string; value: string; path: string; maxAgeS: number; isSecure: boolean; isStrict?: boolean },
): void {
  const line = `${cookie.name}=${cookie.value}; Path=${cookie.path}; Max-Age=${cookie.maxAgeS}; HttpOnly; SameSite=${
    cookie.isStrict ? 'Strict' : 'Lax'
  }${cookie.isSecure ? '; Secure' : ''}`;
  // oidc-provider writes the response itself.
  if (reply.sent) reply.raw.appendHeader('set-cookie', line);
  else reply.header('set-cookie', line);
}
