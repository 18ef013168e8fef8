import type { ReleaseNotesOptions } from './install-options.ts';
import { arrayOf, type Published } from './release.ts';
import { readTheme, type Theme } from './theme.ts';

const ANSWER_BYTES_MAX = 1_000_000;
const TIMEOUT_MS = 10_000;
/** Short: without the provider's colours the popup uses its own. */
const THEME_TIMEOUT_MS = 3000;

/** The person behind an answer. */
export interface Session {
  readonly token: string;
  /** The provider's name for the person, else the subject of a JWT; null for an opaque token. */
  readonly reader: string | null;
}

type Provider = Pick<ReleaseNotesOptions, 'authProviderEndpoint' | 'token'>;

/** The URL of a path at the provider. @throws Error for an endpoint that is not an HTTP URL */
function addressOf({ authProviderEndpoint }: Provider, path: string): string {
  const url = new URL(authProviderEndpoint.replace(/(?<!\/)\/+$/, '') + path, document.baseURI);
  if (!/^https?:$/.test(url.protocol)) throw new Error('authProviderEndpoint is not an http address');
  return url.href;
}

/** Runs `work` until it is done, `signal` aborts or the time is over; hanging work is abandoned. */
function within<Result>(
  milliseconds: number,
  signal: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  return new Promise<Result>((resolve, reject) => {
    const stop = (reason: Error) => {
      reject(reason);
      limit.abort(reason);
    };
    const timer = setTimeout(() => stop(new Error(`no answer within ${milliseconds / 1000} s`)), milliseconds);
    const onAbort = () => stop(new Error('removed'));
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    work(limit.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
  });
}

async function call(provider: Provider, path: string, signal: AbortSignal, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(addressOf(provider, path), {
    ...init,
    signal,
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
  return response;
}

/** The current token. @throws Error without one */
export async function tokenOf({ token }: Provider): Promise<string> {
  const value = typeof token === 'function' ? await token() : token;
  if (!value) throw new Error('there is no token');
  return value;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

/** The subject of a JWT; nothing depends on its truth but what this browser remembers. */
function subjectOf(token: string): string | null {
  try {
    const { sub } = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** The JSON of an answer of at most 1 MB; a longer one is aborted. */
async function boundedJson({ body }: Response): Promise<unknown> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length;
    if (bytes > ANSWER_BYTES_MAX) {
      reader?.cancel().catch(() => null);
      throw new Error('the answer is too long');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return JSON.parse(text + decoder.decode());
}

/**
 * The answer of `{authProviderEndpoint}/releases/published`; with `isAll` including read ones, if the provider supports
 * `?all=true`.
 * @throws Error unless it answers with a list of releases within 10 s and 1 MB
 */
export function fetchReleases(
  provider: Provider,
  isAll: boolean,
  signal: AbortSignal | null,
): Promise<{ readonly published: Published; readonly session: Session }> {
  return within(TIMEOUT_MS, signal, async (limit) => {
    const token = await tokenOf(provider);
    const get = (query: string) =>
      call(provider, `/releases/published${query}`, limit, { ...bearer(token), cache: 'no-store' });
    const response = await (isAll ? get('?all=true').catch(() => get('')) : get(''));
    const reader = response.headers.get('x-release-reader') ?? subjectOf(token);
    return { published: arrayOf(await boundedJson(response)), session: { token, reader } };
  });
}

/** The provider's theme, without authorisation. @throws Error when it does not answer in time */
export function fetchTheme(provider: Provider, signal: AbortSignal): Promise<Theme> {
  return within(THEME_TIMEOUT_MS, signal, async (limit) =>
    readTheme(await boundedJson(await call(provider, '/.well-known/theme', limit))),
  );
}

/** Posts a visit; survives the page. @throws Error when it was not accepted */
export async function postVisit(provider: Provider, token: string): Promise<void> {
  await within(TIMEOUT_MS, null, async (limit) =>
    call(provider, '/releases/visit', limit, { ...bearer(token), method: 'POST', keepalive: true }),
  );
}
