import { UnauthorizedError } from './auth.error.ts';
import type { AuthSettings } from './auth.settings.ts';

type Handlers = Pick<AuthSettings, 'onUnauthorized' | 'onErrors'>;
type Settings = Handlers & Pick<AuthSettings, 'apiOrigins'>;

/** The session behind a call. */
interface Session {
  readonly getAccessToken: () => Promise<string | null>;
  readonly sessionAccepted: () => void;
}

/**
 * `fetch` with a bearer token, checked by `inspectAnswer`. Only the page's own origin and the configured ones get the
 * token. A request that was refused with an older token is repeated once. Internal; exposed as `AuthSDK.fetch`.
 */
export async function bearerFetch(
  session: Session,
  settings: Settings,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  const origins = [window.location.origin, ...(settings.apiOrigins ?? [])];
  const isApi = origins.includes(new URL(request.url).origin);
  const send = (token: string | null) => {
    const sent = request.clone();
    if (token) sent.headers.set('authorization', `Bearer ${token}`);
    return fetch(sent);
  };
  let token = isApi ? await session.getAccessToken() : null;
  let response = await send(token);
  const newer = isApi && response.status === 401 ? await session.getAccessToken() : token;
  if (newer !== null && newer !== token) {
    token = newer;
    response = await send(token);
  }
  if (response.ok && token !== null) session.sessionAccepted();
  inspectAnswer(settings, response.status, await errorsOf(response), token);
  return response;
}

/**
 * Specification, section 8: 401 or 403 with an errors list calls the unauthorized handler and rejects; another answer
 * with one calls the errors handler. Items of the list may have any form.
 */
export function inspectAnswer(
  handlers: Handlers,
  status: number,
  errors: readonly unknown[],
  token: string | null = null,
): void {
  if (errors.length === 0) return;
  if (status !== 401 && status !== 403) {
    handlers.onErrors?.(errors);
    return;
  }
  const [first] = errors;
  handlers.onUnauthorized?.(first, token);
  const { message, description, error_description, error, code, extensions } = Object(first) as Fields;
  const textOf = (...values: unknown[]) => values.find((value) => typeof value === 'string') as string | undefined;
  throw new UnauthorizedError(
    status,
    textOf(first, message, error_description, description, error, code) ?? `Answered ${status}`,
    textOf(Object(extensions).code, code, error) ?? null,
  );
}

type Fields = Readonly<Record<string, unknown>>;

async function errorsOf(response: Response): Promise<readonly unknown[]> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return [];
  const body = parse(await response.clone().text());
  return typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors) ? body.errors : [];
}

/** Null for anything but JSON, whatever its content type. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
