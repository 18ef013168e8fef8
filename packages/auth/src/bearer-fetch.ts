import { UnauthorizedError } from './auth.error.ts';
import type { AnswerError, AuthSettings } from './auth.settings.ts';

type Handlers = Pick<AuthSettings, 'onUnauthorized' | 'onErrors'>;
type Settings = Handlers & Pick<AuthSettings, 'apiOrigins'>;

/**
 * `fetch` with a bearer token, checked by `inspectAnswer`. Only the page's own origin and the configured ones get the
 * token. Internal; exposed as `AuthSDK.fetch`.
 */
export async function bearerFetch(
  getToken: () => Promise<string | null>,
  settings: Settings,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  const origins = [window.location.origin, ...(settings.apiOrigins ?? [])];
  const token = origins.includes(new URL(request.url).origin) ? await getToken() : null;
  if (token) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request);
  inspectAnswer(settings, response.status, await errorsOf(response));
  return response;
}

/**
 * Specification, section 8: 401 or 403 with an errors list calls the unauthorized handler and rejects; another answer
 * with one calls the errors handler.
 */
export function inspectAnswer(handlers: Handlers, status: number, errors: readonly AnswerError[]): void {
  const first = errors[0];
  if (!first) return;
  if (status === 401 || status === 403) {
    handlers.onUnauthorized?.(first);
    throw new UnauthorizedError(status, first.message, first.extensions?.code ?? null);
  }
  handlers.onErrors?.(errors);
}

async function errorsOf(response: Response): Promise<readonly AnswerError[]> {
  if (!/^application\/([\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')) return [];
  const body = parse(await response.clone().text());
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return body.errors.filter(isAnswerError);
}

/** Undefined for anything but JSON, whatever its content type. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isAnswerError(entry: unknown): entry is AnswerError {
  return typeof entry === 'object' && entry !== null && 'message' in entry && typeof entry.message === 'string';
}
