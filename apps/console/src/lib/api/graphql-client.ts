import { type AuthSDK, UnauthorizedError } from '@backcounter/auth';
import type { TypedDocumentString } from '../../generated/graphql.ts';
import type { NeedsApproval } from './approval-asking.ts';
import { type DataPosition, POSITION_HEADER } from './data-position.ts';
import { parseError, RequestError, type RequestErrorCode } from './request-error.ts';

export const MUTATION_HEADER = 'x-backcounter-mutation';
const REQUEST_TIMEOUT_MS = 30_000;
const IN_FLIGHT_RETRIES = 3;
const BUSY_REPEATS = 2;
/** A server of 0.1.0, after a rollback, only knows the second one. */
const OUTDATED_CODES: readonly RequestErrorCode[] = ['client.outdated', 'operation.not-allowed'];

/** Dependencies of the shared client. */
export interface GraphqlClientOptions {
  readonly endpoint: string;
  /** True sends only ids of documents, so that the server need not accept text; false sends text. */
  readonly isPersistedOnly: boolean;
  readonly fetch: typeof fetch;
  /** Access token of the session; null when no one is signed in. */
  readonly accessToken: () => Promise<string | null>;
  /** A token of a new session of the same person, obtained without leaving the page; null if impossible. */
  readonly reauthenticate: () => Promise<string | null>;
  /** Asks the person to confirm their second factor; false if they did not. */
  readonly confirm: () => Promise<boolean>;
  /** Offers to request the approval that a mutation needs; resolves when the person is done. */
  readonly askApproval: (about: Omit<NeedsApproval, 'close'>) => Promise<void>;
  /** The position of this browser, so that lists are never older. */
  readonly position: DataPosition;
  /** The SDK's check of an answer with an errors list; for 401 and 403 it calls its unauthorized handler and throws. */
  readonly inspectAnswer: AuthSDK['inspectAnswer'];
  /** The server accepted the access token. */
  readonly onAccepted: () => void;
  /** Any other error: the warning toast. */
  readonly onError: (error: RequestError) => void;
  /** A mutation succeeded: the success toast. */
  readonly onMutationDone: () => void;
  /** The server no longer accepts this console's documents; the page must be reloaded. */
  readonly onOutdated: () => void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** One per user action; a retry of the action uses the same one. Default: a new one per call. */
  readonly idempotencyKey?: string;
  /**
   * Where errors are shown instead of in a toast. In place: the calling dialog, field, tile or list shows all of them,
   * or those with these codes, and always problems of fields. In the log: for background requests.
   */
  readonly errorsShown?: 'in-place' | 'in-log' | readonly RequestErrorCode[];
  /**
   * Where success is shown instead of in the toast of every change. In place: visible directly (an order, a column
   * width). By the caller: in its own toast, such as with Undo. Nowhere: for background requests, which carry no marker.
   */
  readonly successShown?: 'in-place' | 'by-caller' | 'nowhere';
}

export interface GraphqlClient {
  request<Result, Variables>(
    document: TypedDocumentString<Result, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Result>;
}

interface Answer {
  readonly data: unknown;
  readonly isMarked: boolean;
  readonly failure: Failure | null;
}

interface Failure {
  readonly error: RequestError;
  readonly status: number;
  /** Whether the answer had an errors list. */
  readonly isListed: boolean;
}

/** The access token of the last attempt. */
interface SentWith {
  readonly token: string | null;
}

/** Metadata that the build adds to every generated document. */
interface DocumentMeta {
  readonly kind: 'query' | 'mutation';
  readonly name: string;
  readonly hash: string;
  /** The field of a mutation, without alias. */
  readonly field?: string;
}
const metaOf = ({ __meta__ }: TypedDocumentString<unknown, unknown>) => __meta__ as DocumentMeta;

/** A key for one user action. Works on plain http too, where `crypto.randomUUID` is missing. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const wait = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Creates a client; the console has one, tests create their own. */
export function createGraphqlClient(options: GraphqlClientOptions): GraphqlClient {
  const post = async (
    document: TypedDocumentString<unknown, unknown>,
    variables: unknown,
    headers: Record<string, string>,
    token: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Answer & SentWith> => {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const { kind, name, hash } = metaOf(document);
    if (kind === 'mutation') options.position.expectChange();
    const what = options.isPersistedOnly ? { documentId: hash } : { query: document.toString() };
    try {
      const response = await options.fetch(options.endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/graphql-response+json, application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          [POSITION_HEADER]: options.position.current(),
          ...headers,
        },
        body: JSON.stringify({ ...what, variables, operationName: name }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        credentials: 'omit',
      });
      const position = response.headers.get(POSITION_HEADER);
      if (kind === 'mutation') options.position.noteChange(position);
      else options.position.note(position);
      return { ...(await readAnswer(response)), token };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      throw new RequestError(timeout.aborted ? 'network.timed-out' : 'network.unreachable', { cause });
    }
  };

  /**
   * Retries safely: once when the session was renewed in between (by another tab, or because clocks differ), once when
   * the session of a change was over and the person could sign in again without leaving the page, once when the person
   * confirmed their second factor, and while an identical request is still running.
   */
  const send = async (
    document: TypedDocumentString<unknown, unknown>,
    variables: unknown,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<Answer & SentWith> => {
    const token = await options.accessToken();
    let answer = await post(document, variables, headers, token, signal);
    if (answer.failure?.status === 401) {
      const newToken = await options.accessToken();
      if (newToken !== null && newToken !== token) answer = await post(document, variables, headers, newToken, signal);
    }
    if (answer.failure?.status === 401 && metaOf(document).kind === 'mutation') {
      const newToken = await options.reauthenticate();
      if (newToken !== null) answer = await post(document, variables, headers, newToken, signal);
    }
    if (answer.failure?.error.code === 'second-factor.required' && (await options.confirm()))
      answer = await post(document, variables, headers, await options.accessToken(), signal);
    for (
      let retry = 0;
      retry < IN_FLIGHT_RETRIES && answer.failure?.error.code === 'idempotency.in-flight';
      retry += 1
    ) {
      await wait(1000 * (answer.failure.error.details.retryAfterSeconds ?? 1), signal);
      answer = await post(document, variables, headers, await options.accessToken(), signal);
    }
    return answer;
  };

  const isUnauthorized = ({ status, error, isListed }: Failure, token: string | null): boolean => {
    try {
      options.inspectAnswer(status, isListed ? [error] : [], token);
      return false;
    } catch (cause) {
      if (cause instanceof UnauthorizedError) return true;
      throw cause;
    }
  };

  const tell = (error: RequestError, { errorsShown }: RequestOptions) => {
    if (OUTDATED_CODES.includes(error.code)) options.onOutdated();
    else if (typeof errorsShown !== 'string' && !error.details.fields && !errorsShown?.includes(error.code))
      options.onError(error);
  };

  return {
    async request<Result, Variables>(
      document: TypedDocumentString<Result, Variables>,
      variables: Variables,
      requestOptions: RequestOptions = {},
    ): Promise<Result> {
      const { signal, idempotencyKey, successShown } = requestOptions;
      const untyped = document as TypedDocumentString<unknown, unknown>;
      const isMutation = metaOf(untyped).kind === 'mutation';
      const headers: Record<string, string> = isMutation
        ? { 'idempotency-key': idempotencyKey ?? newIdempotencyKey() }
        : {};
      if (isMutation && successShown !== 'nowhere') headers[MUTATION_HEADER] = '1';
      let isExpired = false;
      try {
        const answer = await send(untyped, variables, headers, signal);
        if (answer.failure) {
          isExpired = isUnauthorized(answer.failure, answer.token);
          throw answer.failure.error;
        }
        if (answer.token !== null) options.onAccepted();
        if (isMutation && answer.isMarked && successShown === undefined) options.onMutationDone();
        return answer.data as Result;
      } catch (error) {
        if (error instanceof RequestError && error.code === 'approval.required' && isMutation)
          await options.askApproval({ operation: metaOf(untyped).field ?? '', variables, error });
        else if (error instanceof RequestError && !isExpired) tell(error, requestOptions);
        throw error;
      }
    },
  };
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response;
  const requestId = response.headers.get('x-request-id');
  const isMarked = response.headers.has(MUTATION_HEADER);
  // A proxy's page or a truncated answer has neither data nor errors.
  const body: unknown = await response.json().catch(() => null);
  const { data, errors } = (body ?? {}) as { readonly data?: unknown; readonly errors?: unknown };
  const failed = (error: RequestError, isListed: boolean): Answer => ({
    data: null,
    isMarked,
    failure: { error, status, isListed },
  });
  if (Array.isArray(errors) && errors.length > 0) {
    // client.outdated is the second error, because consoles of 0.1.0 read only the first one (decision 0135).
    const outdated = errors.find((item) => parseError(item, status, requestId).code === 'client.outdated');
    return failed(parseError(outdated ?? errors[0], status, requestId), true);
  }
  if (status === 401) return failed(new RequestError('session.required', { status, referenceId: requestId }), true);
  if (!response.ok || data === undefined || data === null) return failed(parseError(null, status, requestId), false);
  return { data, isMarked, failure: null };
}

let shared: GraphqlClient | null = null;

/** Called once at start-up. */
export function setSharedClient(client: GraphqlClient): void {
  shared = client;
}

/**
 * Runs an operation through the console's shared client. Rejects with a `RequestError`, or with the signal's reason
 * when aborted.
 */
export const request: GraphqlClient['request'] = (document, variables, options) => {
  if (!shared) return Promise.reject(new Error('The GraphQL client has not been set up'));
  return shared.request(document, variables, options);
};

/**
 * Runs a query for the page. The component that shows the answer shows its failure too, so there is no toast
 * (`npm run check` looks for the component); other queries set `errorsShown` in their `meta`
 * (`lib/api/query-client.ts`).
 */
export function load<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Result> {
  return request(document, variables, { errorsShown: 'in-place', ...(signal ? { signal } : {}) });
}

/** Repeats a read that a busy server refused, twice, as queries are; for reads within a query and outside of all. */
export async function whileBusy<Answer>(read: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await read();
    } catch (error) {
      const isBusy = error instanceof RequestError && error.code === 'service.unavailable';
      if (!isBusy || repeat === BUSY_REPEATS) throw error;
      await wait(1000 * (error.details.retryAfterSeconds ?? 1), signal);
    }
  }
}

/** Runs a query that no component shows; a failure is in the log only. */
export function loadInBackground<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  return whileBusy(() => request(document, variables, { errorsShown: 'in-log' }));
}
