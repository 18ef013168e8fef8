import { AsyncLocalStorage } from 'node:async_hooks';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Clock } from '../../ports/clock.ts';
import { PAGE_VALUE_S, type SealedBox } from './keys/sealed-box.ts';

/** Browsers take cookies of 4,096 bytes, with name and attributes. */
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
 * Lets the browser of each request keep values, sealed and for 10 minutes: what somebody unknown asks for takes no room in the database. The
 * values are read deep inside of the provider, so the browser travels with the request.
 */
export function keepInBrowsers(app: FastifyInstance, deps: Omit<Visit, 'request' | 'reply'>): void {
  app.addHook('onRequest', (request, reply, done) => current.run({ request, reply, ...deps }, done));
  // The body has been read since, by events that know nothing of the request.
  app.addHook('preValidation', (request, reply, done) => current.run({ request, reply, ...deps }, done));
}

/**
 * Hands a value to the browser, which shows it below a path of the provider.
 * @throws InvalidRequest when it is too long for a browser
 */
export function keepInBrowser(name: string, path: string, purpose: string, value: object): void {
  const visit = current.getStore();
  if (visit === undefined) throw new Error(`There is no browser to keep ${name}.`);
  const expiresAt = new Date(visit.clock.now().getTime() + PAGE_VALUE_S * 1000);
  const sealed = visit.box.sealUntil(expiresAt, deflateRawSync(JSON.stringify(value)), purpose);
  if (sealed.length > VALUE_MAX_LENGTH) throw new errors.InvalidRequest('the request is too long');
  setCookie(visit.reply, {
    name,
    value: sealed,
    path: visit.root + path,
    maxAgeS: PAGE_VALUE_S,
    isSecure: visit.isSecure,
  });
}

/** Undefined when this browser has none, or one that is expired or not ours. */
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

/** For the server only. Other sites can make a browser send it only by leading it to a page, or not at all where `isStrict`. */
export function setCookie(
  reply: FastifyReply,
  cookie: { name: string; value: string; path: string; maxAgeS: number; isSecure: boolean; isStrict?: boolean },
): void {
  const line = `${cookie.name}=${cookie.value}; Path=${cookie.path}; Max-Age=${cookie.maxAgeS}; HttpOnly; SameSite=${
    cookie.isStrict ? 'Strict' : 'Lax'
  }${cookie.isSecure ? '; Secure' : ''}`;
  // The provider's library answers by itself.
  if (reply.sent) reply.raw.appendHeader('set-cookie', line);
  else reply.header('set-cookie', line);
}
