import { renew, type Session, signIn } from '../../bench/sign-in.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
  readonly retryAfter: string | null;
}

export interface Account {
  readonly id: string;
  readonly version: number;
  readonly state: 'ACTIVE' | 'SUSPENDED';
  readonly displayName: string | null;
}

/** The demo administrator without a browser, for tests with many concurrent requests. */
export class PersonClient {
  readonly #url: string;
  #session: Session | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /** Signs in, later renews; call it while the server is up. */
  async refresh(): Promise<void> {
    this.#session =
      this.#session === null
        ? await signIn(this.#url, 'admin@demo.test')
        : this.#session.expiresAt - Date.now() < 120_000
          ? await renew(this.#url, this.#session)
          : this.#session;
  }

  /** Sends a raw body; rejects when the connection is lost. */
  async post(body: string, idempotencyKey?: string): Promise<Answer> {
    const response = await fetch(`${this.#url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.#session?.accessToken ?? ''}`,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body,
    });
    const text = await response.text();
    return {
      status: response.status,
      text,
      isReplayed: response.headers.get('idempotent-replayed') === 'true',
      retryAfter: response.headers.get('retry-after'),
    };
  }

  /** The data of an answer without errors. */
  async ask<Data>(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Data> {
    const { text } = await this.post(JSON.stringify({ query, variables }));
    const { data, errors } = JSON.parse(text) as { data?: Data; errors?: unknown };
    if (errors !== undefined || data === undefined) throw new Error(text);
    return data;
  }

  /** Accounts that may be changed. */
  async accounts(): Promise<Account[]> {
    const { accounts } = await this.ask<{ accounts: { nodes: Account[] } }>(
      '{ accounts(first: 100, filter: { state: { in: [ACTIVE, SUSPENDED] } }) { nodes { id version state displayName } } }',
    );
    return accounts.nodes;
  }

  /** An account with the ids of the newest events of its history. */
  async accountWithEvents(id: string): Promise<Account & { readonly events: readonly string[] }> {
    const { account } = await this.ask<{
      account: Account & { history: { nodes: { id: string; outcome: string }[] } };
    }>(
      'query One($id: ID!) { account(id: $id) { id version state displayName history(first: 50) { nodes { id outcome } } } }',
      { id },
    );
    return {
      ...account,
      events: account.history.nodes.filter(({ outcome }) => outcome === 'DONE').map(({ id }) => id),
    };
  }
}
