import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/sign-in.ts';
import { accountLinks } from './harness/account-links.ts';
import { launchBrowser } from './harness/browser.ts';
import { asOwner } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { RoundRobin } from './harness/round-robin.ts';
import { type Visit, visitAs } from './harness/visit.ts';

let balancer: RoundRobin;
/** Owns the database. */
let first: Product;
let second: Product;
let browser: Browser;
let visit: Visit | undefined;
const followers: Follower[] = [];

const createAccount = (name: string) =>
  asOwner(
    first.dataDir,
    `insert into account (display_name, country_code, locale, timezone) values ($1, 'DE', 'de-DE', 'Europe/Berlin')`,
    [name],
  );

/** A client that counts new accounts through the load balancer, and opens a new stream when it loses one. */
class Follower {
  readonly #token: string;
  readonly #ending = new AbortController();
  count = -1;
  losses = 0;
  /** Status of a response that no client should receive. */
  refused: number | null = null;

  constructor(token: string) {
    this.#token = token;
    void this.#run();
  }

  close(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const lost = () => {
      this.losses += 1;
    };
    while (!this.#ending.signal.aborted && this.refused === null) {
      const attempt = new AbortController();
      await this.#follow(AbortSignal.any([this.#ending.signal, attempt.signal])).then(lost, lost);
      // A stream whose subscription was not accepted would count against the person's limit.
      attempt.abort();
    }
  }

  async #call(
    signal: AbortSignal,
    method: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Response> {
    const all = { authorization: `Bearer ${this.#token}`, ...headers };
    const answer = await fetch(`${balancer.url}/graphql/stream`, { method, headers: all, signal, body: body ?? null });
    const waitS = answer.headers.get('retry-after');
    if (waitS !== null) await sleep(Number(waitS) * 1_000);
    else if (answer.status >= 400) this.refused = answer.status;
    if (!answer.ok) throw new Error(`${method} was answered with ${answer.status}`);
    return answer;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const stream = { 'x-graphql-event-stream-token': await (await this.#call(signal, 'PUT')).text() };
    const events = await this.#call(signal, 'GET', { ...stream, accept: 'text/event-stream' });
    const query = 'subscription($since: DateTime!) { accountsCreated(since: $since) { value } }';
    const operation = { query, variables: { since: SINCE }, extensions: { operationId: 'one' } };
    await this.#call(signal, 'POST', { ...stream, 'content-type': 'application/json' }, JSON.stringify(operation));
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of events.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(bytes, { stream: true });
      // A chunk can hold several events, or a part of one.
      const value = [...text.matchAll(/"value":(\d+)\D/g)].at(-1)?.[1];
      if (value !== undefined) this.count = Number(value);
    }
  }
}
const SINCE = new Date(Date.now() + 1).toISOString();
const counts = () => followers.map(({ count }) => count);
const all = (value: number) => followers.map(() => value);

beforeAll(async () => {
  balancer = await RoundRobin.start();
  const env = { PUBLIC_URL: balancer.url };
  [first, browser] = await Promise.all([startOwnProduct({ env }), launchBrowser()]);
  second = await Product.beside(first);
  balancer.ports.push(first.port, second.port);
  await markReleasesRead(balancer.url, ['admin']);
});
afterAll(async () => {
  for (const follower of followers) follower.close();
  await visit?.close();
  await browser?.close();
  await second?.remove();
  await first?.remove();
  await balancer?.stop();
});

describe('behind round robin over two processes', () => {
  it('20 streams follow changes, and resume on the other process after theirs was killed [live 3]', async () => {
    for (const person of ['admin@demo.test', 'marketing@demo.test']) {
      const { accessToken } = await signIn(balancer.url, person);
      for (let index = 0; index < 10; index += 1) followers.push(new Follower(accessToken));
    }
    await expect.poll(counts).toEqual(all(0));
    await createAccount('Ada Newcomer');
    await expect.poll(counts).toEqual(all(1));
    expect(new Set(balancer.streams)).toEqual(new Set(balancer.ports));
    expect(followers.map(({ losses }) => losses)).toEqual(all(0));
    await second.kill();
    await createAccount('Bea Newcomer');
    await expect.poll(counts).toEqual(all(2));
    expect(followers.some(({ losses }) => losses > 0)).toBe(true);
    expect(followers.every(({ refused }) => refused === null)).toBe(true);
    await second.startAgain();
  });

  it('the console shows a change, also after the process of its stream was killed [live 3]', async () => {
    visit = await visitAs(browser, balancer.url, 'admin', '/', { expected: [/./] });
    const { page } = visit;
    const opened = () => page.waitForResponse((answer) => new URL(answer.url()).pathname === '/graphql/stream');
    do {
      balancer.streams.length = 0;
      await page.goto('/accounts');
      await accountLinks(page).first().waitFor();
      await expect.poll(() => balancer.streams.length).toBeGreaterThan(0);
    } while (balancer.streams.at(-1) === first.port);
    await visit.settled();
    await createAccount('Cleo Newcomer');
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    const again = opened();
    await second.kill();
    await again;
    await createAccount('Dora Newcomer');
    await page
      .getByRole('button', { name: '2 new', exact: true })
      .or(page.getByRole('link', { name: 'Dora Newcomer' }))
      .first()
      .waitFor();
  });

  it("losing a role ends the person's streams on both [spec 4.20]", async () => {
    await second.startAgain();
    await asOwner(
      first.dataDir,
      `update identity.person set roles = '{CAMPAIGN-VIEWER}' where email = 'marketing@demo.test'`,
    );
    const lossesBefore = followers.slice(10).map(({ losses }) => losses);
    await expect
      .poll(() => followers.slice(10).every(({ losses }, index) => losses > (lossesBefore[index] ?? 0)))
      .toBe(true);
  });
});
