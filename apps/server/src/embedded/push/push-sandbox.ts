import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type { PushOutcome } from '../../ports/push.ts';
import { fateOf, QUIET_RATES, type SandboxRates } from './sandbox-rates.ts';
import { type ReceiptSink, SandboxReceipts } from './sandbox-receipts.ts';
import { sandboxRequest } from './sandbox-wire.ts';

type SandboxMessage = z.output<typeof sandboxRequest>['messages'][number];

/** A simulated push service: accepts messages over HTTP, delivers none, and behaves as configured. */
export interface PushSandbox {
  /** Its URL on the loopback interface. */
  readonly url: string;
  /** Messages accepted so far. */
  readonly accepted: number;
  /** Number of accepted messages by notification and account; only with `remembers`. */
  readonly takes: ReadonlyMap<string, number>;
  /**
   * Changes the behaviour from the next request on. After `downAfter` accepted messages it drops every connection
   * without a response.
   */
  set(rates: Partial<SandboxRates> & { readonly downAfter?: number }): void;
  end(): Promise<void>;
}

const BODY_MAX_BYTES = 8 * 1024 * 1024;
/** Tokens answered with a retry; beyond this number they are forgotten and answered so again. */
const ASKED_MAX = 100_000;

/** Starts it on a free port. `remembers` counts messages by account, for tests. */
export async function startPushSandbox(
  options: { rates?: Partial<SandboxRates>; onReceipts?: ReceiptSink; remembers?: boolean } = {},
): Promise<PushSandbox> {
  let rates: SandboxRates = { ...QUIET_RATES, ...options.rates };
  let downAfter = Number.POSITIVE_INFINITY;
  let accepted = 0;
  const takes = new Map<string, number>();
  const asked = new Set<string>();
  const receipts = options.onReceipts === undefined ? null : new SandboxReceipts(options.onReceipts);

  const take = (message: SandboxMessage): PushOutcome => {
    const { token, collapseKey, data } = message;
    switch (fateOf(token, rates)) {
      case 'unregistered':
        return { kind: 'rejected', reason: 'UNREGISTERED', code: 'UNREGISTERED' };
      case 'mismatch':
        return { kind: 'rejected', reason: 'SENDER_MISMATCH', code: 'SENDER_ID_MISMATCH' };
      case 'invalid':
        return { kind: 'rejected', reason: 'INVALID', code: 'INVALID_ARGUMENT' };
      case 'tooBig':
        return { kind: 'rejected', reason: 'PAYLOAD_TOO_BIG', code: 'TOO_BIG' };
      case 'unavailable': {
        const key = `${collapseKey} ${token}`;
        if (rates.unavailable >= 1 || !asked.delete(key)) {
          if (asked.size < ASKED_MAX) asked.add(key);
          return { kind: 'unavailable', retryAfterMs: rates.retryAfterMs, code: 'QUOTA_EXCEEDED' };
        }
      }
    }
    accepted += 1;
    if (options.remembers) {
      const key = `${data['notificationId']} ${data['accountId']}`;
      takes.set(key, (takes.get(key) ?? 0) + 1);
    }
    receipts?.plan(token, data, rates);
    return { kind: 'accepted', messageId: `sandbox-${accepted}` };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (accepted >= downAfter || request.method !== 'POST' || request.url !== '/send')
      return void request.socket.destroy();
    const parsed = sandboxRequest.safeParse(JSON.parse(await textOf(request)));
    if (rates.latencyMs > 0) await sleep(rates.latencyMs);
    if (accepted >= downAfter) return void request.socket.destroy();
    response.writeHead(parsed.success ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(parsed.success ? { outcomes: parsed.data.messages.map(take) } : {}));
  };

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get accepted() {
      return accepted;
    },
    takes,
    set: ({ downAfter: most, ...changes }) => {
      rates = { ...rates, ...changes };
      downAfter = most ?? downAfter;
    },
    end: async () => {
      await receipts?.end();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error('The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
