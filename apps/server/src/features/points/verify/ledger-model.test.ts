import { SYSTEM_WALLETS } from '@backcounter/domain';
import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { TestDatabase } from '../../../db/testing/test-database.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { openWallet } from '../../../ledger/wallet.ts';
import { fileApp } from '../../../testing/file-app.ts';

const isLong = inject('isLong');
const RUNS = isLong ? 200 : 2;
const STEPS = isLong ? 120 : 30;
const CLIENTS = 8;
const WALLETS = 6;
const LOCK_TIMEOUT = '55P03';

let killer: TestDatabase['ownerPool'];
const test = await fileApp();
beforeAll(async () => {
  killer = test.database.ownerPool;
});

/** The next action of one client. Transfers name wallets and earlier transfers by index. */
type Step =
  | { readonly kind: 'move'; readonly from: number; readonly to: number; readonly amount: number }
  | { readonly kind: 'issue'; readonly to: number; readonly amount: number }
  | {
      readonly kind: 'batch';
      readonly moves: readonly { readonly from: number; readonly to: number; readonly amount: number }[];
    }
  | { readonly kind: 'reverse'; readonly which: number }
  | { readonly kind: 'freeze'; readonly wallet: number; readonly isFrozen: boolean }
  | { readonly kind: 'retry'; readonly which: number }
  | { readonly kind: 'kill' };

const place = fc.nat(WALLETS - 1);
const amount = fc.integer({ min: 1, max: 400 });
const move = fc.record({ from: place, to: place, amount });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: move.map((it) => ({ kind: 'move' as const, ...it })) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('issue' as const), to: place, amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      moves: fc.array(move, { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('freeze' as const), wallet: place, isFrozen: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('retry' as const), which: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'kill' as const }) },
);
const sessions = fc.array(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
  minLength: CLIENTS,
  maxLength: CLIENTS,
});

interface Sent {
  readonly query: string;
  readonly variables: object;
  readonly token: 'admin' | 'machine';
}
interface Row {
  readonly outcome: string;
  readonly transferId: string | null;
  readonly code: string | null;
}

const REFUSALS = new Set([
  'points.insufficient',
  'wallet.frozen',
  'wallet.not-found',
  'transfer.already-reversed',
  'transfer.not-reversible',
  'idempotency.in-flight',
]);
/** Error codes of a killed connection; the client retries. */
const RETRIED = new Set(['service.unavailable', 'idempotency.in-flight', 'query.timed-out']);
const ONE = 'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome transferId code } }';
const MANY =
  'mutation($i: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $i }) { results { outcome transferId code } } }';
const REVERSE =
  'mutation($i: ReversePointsTransferInput!) { reversePointsTransfer(input: $i) { pointsTransfer { id } } }';

it(
  'the ledger adds up after eight clients transfer, reverse, freeze, retry and lose their connections [points 1]',
  async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(sessions, async (clients) => {
        run += 1;
        const wallets = await openWallets(run);
        /** Points moved by each acknowledged transfer, by id: an acknowledged transfer must be stored. */
        const acknowledged = new Map<string, number>();
        await Promise.all(clients.map((steps, client) => new Session(run, client, wallets, acknowledged).play(steps)));
        expect(await ledgerFaults(test.database.ownerPool)).toEqual([]);
        const { rows } = await test.database.pool.query<{ id: string; amount: number }>(
          'select id, amount from points_transfer where id = any($1::uuid[])',
          [[...acknowledged.keys()]],
        );
        expect(new Map(rows.map(({ id, amount: points }) => [id, points]))).toEqual(acknowledged);
        const { rows: keys } = await test.database.pool.query(
          'select 1 from points_transfer where idempotency_key like $1 group by created_by, idempotency_key having count(*) > 1',
          [`model-${run}-%`],
        );
        expect(keys).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  // Longer: hundreds of longer sequences in full size.
  isLong ? 900_000 : 60_000,
);

async function openWallets(run: number): Promise<string[]> {
  const ids = Array.from(
    { length: WALLETS },
    (_, index) => `01900000-0000-7000-8000-${(run * 100 + index).toString(16).padStart(12, '0')}`,
  );
  const opened: string[] = [];
  for (const id of ids)
    opened.push(await openWallet(test.database.db, { type: opened.length % 2 === 0 ? 'STORE' : 'ACCOUNT', id }));
  return opened;
}

/** Freezes or unfreezes, with retries: on a busy machine the wallet may be locked for longer than the lock timeout. */
async function freeze(wallet: string | undefined, isFrozen: boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await test.database.ownerPool.query('select freeze_wallet($1, $2)', [wallet, isFrozen]);
      return;
    } catch (error) {
      if (errorCodeOf(error) !== LOCK_TIMEOUT || attempt === 20) throw error;
    }
  }
}

class Session {
  readonly #run: number;
  readonly #client: number;
  readonly #wallets: readonly string[];
  readonly #acknowledged: Map<string, number>;
  readonly #sent: { readonly request: Sent; readonly answer: string }[] = [];
  readonly #posted: string[] = [];
  #count = 0;

  constructor(run: number, client: number, wallets: readonly string[], acknowledged: Map<string, number>) {
    this.#run = run;
    this.#client = client;
    this.#wallets = wallets;
    this.#acknowledged = acknowledged;
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const each of steps) await this.#do(each);
  }

  async #do(each: Step): Promise<void> {
    switch (each.kind) {
      case 'move':
        return this.#one(this.#input(each));
      case 'issue':
        return this.#one({
          ...this.#input({ from: 0, to: each.to, amount: each.amount }),
          from: { walletId: SYSTEM_WALLETS.ISSUANCE },
          code: 'ISSUE',
        });
      case 'batch': {
        const inputs = each.moves.map((one) => this.#input(one));
        const data = await this.#send({ query: MANY, variables: { i: inputs }, token: 'machine' });
        for (const [index, row] of (
          (data?.['transferPointsBatch'] as { results: Row[] } | undefined)?.results ?? []
        ).entries())
          this.#note(row, inputs[index]?.amount ?? 0);
        return;
      }
      case 'reverse': {
        const transferId = this.#posted[each.which % Math.max(1, this.#posted.length)];
        if (transferId === undefined) return;
        const data = await this.#send({
          query: REVERSE,
          variables: { i: { transferId, reason: 'model', key: this.#key() } },
          token: 'admin',
        });
        const reversal = (data?.['reversePointsTransfer'] as { pointsTransfer: { id: string } } | undefined)
          ?.pointsTransfer;
        if (reversal !== undefined) this.#acknowledged.set(reversal.id, this.#acknowledged.get(transferId) ?? -1);
        return;
      }
      case 'freeze':
        return freeze(this.#wallets[each.wallet], each.isFrozen);
      case 'retry': {
        const earlier = this.#sent[each.which % Math.max(1, this.#sent.length)];
        if (earlier === undefined) return;
        // The same key is the same transfer, even if the wallets have changed since.
        const again = await this.#send(earlier.request, false);
        expect(idsOf(again)).toEqual(expect.arrayContaining(idsOf(JSON.parse(earlier.answer))));
        return;
      }
      case 'kill':
        // Any connection of the product, busy or not.
        await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename <> current_user and state <> 'idle' and pid <> pg_backend_pid() limit 1`);
    }
  }

  async #one(input: { readonly amount: number; readonly from: object; readonly code: string }): Promise<void> {
    const data = await this.#send({ query: ONE, variables: { i: input }, token: 'machine' });
    const row = data?.['transferPoints'] as Row | undefined;
    if (row !== undefined) this.#note(row, input.amount);
  }

  #note({ transferId, code }: Row, points: number): void {
    if (transferId === null) {
      expect(REFUSALS).toContain(code);
      return;
    }
    this.#acknowledged.set(transferId, points);
    this.#posted.push(transferId);
  }

  #key(): string {
    this.#count += 1;
    return `model-${this.#run}-${this.#client}-${this.#count}`;
  }

  /** Stores have the even numbers, accounts the odd ones; points move between one of each. */
  #input({ from, to, amount: points }: { readonly from: number; readonly to: number; readonly amount: number }) {
    return {
      key: this.#key(),
      from: { walletId: this.#wallets[from] },
      to: { walletId: this.#wallets[from % 2 === to % 2 ? to ^ 1 : to] },
      amount: points,
      code: from % 2 === 0 ? 'EARN' : 'SPEND',
    };
  }

  /** Retries until it gets an answer, as a client does; null if refused. */
  async #send(request: Sent, isNew = true): Promise<Record<string, unknown> | null> {
    for (let attempt = 1; ; attempt += 1) {
      const { body } = await test.send(request.query, { ...request.variables }, { token: request.token });
      const code: string | undefined = body.errors?.[0].extensions.code;
      if (code !== undefined && RETRIED.has(code) && attempt < 50) continue;
      if (code !== undefined) {
        expect(REFUSALS).toContain(code);
        return null;
      }
      if (isNew) this.#sent.push({ request, answer: JSON.stringify(body.data) });
      return body.data;
    }
  }
}

/** Ids of the transfers in an answer. */
function idsOf(data: Record<string, unknown> | null): string[] {
  return [...JSON.stringify(data ?? {}).matchAll(/"(?:transferId|id)":"([^"]+)"/g)].map(([, id]) => id ?? '');
}
