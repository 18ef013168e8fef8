import { type Exchange, exchange, type Reply, untilSettled } from './exchange.ts';

/** Where the product is, and as whom to speak to it. */
export interface ClientSettings {
  /** Address of the product, such as `https://counter.example`. */
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Token endpoint of another identity provider; default: the product's own. */
  readonly tokenUrl?: string;
  /** Audience that another identity provider puts into tokens. */
  readonly audience?: string;
  /** Ends an attempt without an answer; default: 10 s. */
  readonly timeoutMs?: number;
  /** Ends repeating; default: 60 s. */
  readonly giveUpAfterMs?: number;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

/** No usable answer came in time. The change may have happened: repeat it with the same key. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Status of the last attempt; 0 if the connection failed. */
  readonly status: number;
  /** Key of the change; null without one. */
  readonly key: string | null;

  constructor(address: URL, { status, cause }: Reply, key: string | null) {
    super(status === 0 ? `${address.origin} does not answer` : `${address.href} answered ${status}`, { cause });
    this.status = status;
    this.key = key;
  }
}

/** The credentials are wrong, or the client is suspended. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** Tokens are renewed a minute before they end, or after half of a shorter life. */
const RENEW_BEFORE_MS = 60_000;

/** A program's connection: keeps its token current and repeats what can be repeated. */
export class Connection {
  readonly #settings: ClientSettings;
  readonly #exchange: Omit<Exchange, 'signal'>;
  #held: { readonly token: string; readonly renewAtMs: number } | null = null;
  #asking: Promise<string> | null = null;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    const { fetch = globalThis.fetch.bind(globalThis), timeoutMs = 10_000, giveUpAfterMs = 60_000 } = settings;
    this.#exchange = { fetch, timeoutMs, giveUpAfterMs };
  }

  /** An access token that is valid for a minute. */
  async token(): Promise<string> {
    if (this.#held !== null && Date.now() < this.#held.renewAtMs) return this.#held.token;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    return await this.#asking;
  }

  /** Posts a document, also after lost answers and an expired token, with the same key. */
  async post(body: string, key: string | null, inHeader: boolean, signal: AbortSignal | undefined): Promise<Reply> {
    const address = new URL('/graphql', this.#settings.url);
    let used = '';
    const attempt = async () => {
      used = await this.token();
      return exchange({ ...this.#exchange, signal }, address, body, {
        authorization: `Bearer ${used}`,
        'content-type': 'application/json',
        ...(inHeader && key !== null && { 'idempotency-key': key }),
      });
    };
    let reply = await untilSettled({ ...this.#exchange, signal }, attempt);
    if (reply.status === 401) {
      if (this.#held?.token === used) this.#held = null;
      reply = await untilSettled({ ...this.#exchange, signal }, attempt);
    }
    if (reply.body?.data == null && reply.body?.errors === undefined) throw new NoAnswer(address, reply, key);
    return reply;
  }

  async #ask(): Promise<string> {
    const { url, tokenUrl, clientId, clientSecret, audience } = this.#settings;
    const address = new URL(tokenUrl ?? '/identity/token', url);
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(audience && { audience }) });
    const authorization = `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
    const type = 'application/x-www-form-urlencoded';
    const { body, ...reply } = await untilSettled(this.#exchange, () =>
      exchange(this.#exchange, address, form.toString(), { authorization, 'content-type': type }),
    );
    if (reply.status === 400 || reply.status === 401)
      throw new TokenRefused(`${address.href} answered ${reply.status}: ${body?.error ?? 'no token'}`);
    if (typeof body?.access_token !== 'string') throw new NoAnswer(address, reply, null);
    const lifeMs = (body.expires_in ?? 0) * 1_000;
    this.#held = { token: body.access_token, renewAtMs: Date.now() + Math.max(lifeMs - RENEW_BEFORE_MS, lifeMs / 2) };
    return body.access_token;
  }
}
