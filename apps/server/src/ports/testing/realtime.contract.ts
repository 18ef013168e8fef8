import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRESENCE_LEASE_MS, type PresenceChange, type PresenceStore, type PresenceTouch } from '../realtime.ts';

/** A store whose clock moves only when a test moves it. */
export interface StoreUnderTest {
  readonly store: PresenceStore;
  /** Moves the clock by whole seconds. */
  pass(seconds: number): void;
  /** Another process's view of the same presence; the same object if there is only one process. */
  readonly other: PresenceStore;
  end(): Promise<void>;
}

const touch = (firebaseId: string, storeSid: string | null, connectionId = 'c'): PresenceTouch => ({
  firebaseId,
  storeSid,
  connectionId,
});
const LEASE_S = PRESENCE_LEASE_MS / 1_000;

/** The contract suite of every presence store. */
export function presenceStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let under: StoreUnderTest;
    let store: PresenceStore;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.end());

    it('starts empty', async () => {
      expect(await store.count()).toBe(0);
      expect(await store.counts(['ST00001', 'ST00002'])).toEqual([0, 0]);
      expect(await store.get(['ada'])).toEqual([null]);
      expect(await store.onlineIds(10)).toEqual([]);
      expect(await store.busiestStores(10)).toEqual([]);
    });

    it('counts accounts in total and by store, and locates each [spec 1.12]', async () => {
      await store.touch([touch('ada', 'ST00001'), touch('bob', 'ST00001'), touch('cy', 'ST00002'), touch('dee', null)]);
      expect(await store.count()).toBe(4);
      expect(await store.counts(['ST00002', 'ST00009', 'ST00001'])).toEqual([1, 0, 2]);
      const [dee, nobody, ada] = await store.get(['dee', 'nobody', 'ada']);
      expect(dee).toMatchObject({ storeSid: null });
      expect(nobody).toBeNull();
      expect(ada).toEqual({ storeSid: 'ST00001', since: expect.any(Number) });
      expect((await store.onlineIds(4))?.toSorted()).toEqual(['ada', 'bob', 'cy', 'dee']);
      expect(await store.onlineIds(3)).toBeNull();
      expect(await store.busiestStores(1)).toEqual([{ storeSid: 'ST00001', online: 2 }]);
    });

    it('lists the accounts in a store, up to the limit [spec 7.21]', async () => {
      await store.touch([touch('ada', 'ST00001'), touch('bob', 'ST00001'), touch('cy', 'ST00002'), touch('dee', null)]);
      expect((await store.idsIn('ST00001', 10)).toSorted()).toEqual(['ada', 'bob']);
      expect(await store.idsIn('ST00001', 1)).toHaveLength(1);
      expect(await store.idsIn('ST00009', 10)).toEqual([]);
      await store.touch([touch('ada', 'ST00002')]);
      await store.drop([{ firebaseId: 'cy', connectionId: 'c' }]);
      expect(await store.idsIn('ST00001', 10)).toEqual(['bob']);
      expect(await store.idsIn('ST00002', 10)).toEqual(['ada']);
      under.pass(LEASE_S);
      expect(await store.idsIn('ST00002', 10)).toEqual([]);
    });

    it('counts a repeated touch once, also within one call', async () => {
      await store.touch([touch('ada', 'ST00001'), touch('ada', 'ST00001')]);
      await store.touch([touch('ada', 'ST00001')]);
      expect(await store.count()).toBe(1);
      expect(await store.counts(['ST00001'])).toEqual([1]);
    });

    it('moves an account between stores [spec 3.14]', async () => {
      await store.touch([touch('ada', 'ST00001')]);
      const since = (await store.get(['ada']))[0]?.since;
      under.pass(10);
      await store.touch([touch('ada', 'ST00002')]);
      expect(await store.counts(['ST00001', 'ST00002'])).toEqual([0, 1]);
      expect(await store.get(['ada'])).toEqual([{ storeSid: 'ST00002', since }]);
      await store.touch([touch('ada', null)]);
      expect(await store.counts(['ST00001', 'ST00002'])).toEqual([0, 0]);
      expect(await store.count()).toBe(1);
    });

    it('keeps an account online while any connection is, in the store of the last to move', async () => {
      await store.touch([touch('ada', 'ST00001', 'phone')]);
      await store.touch([touch('ada', 'ST00002', 'till')]);
      expect(await store.count()).toBe(1);
      expect((await store.get(['ada']))[0]?.storeSid).toBe('ST00002');
      // A heartbeat does not count as a move.
      await store.touch([touch('ada', 'ST00001', 'phone')]);
      expect((await store.get(['ada']))[0]?.storeSid).toBe('ST00002');
      await store.drop([{ firebaseId: 'ada', connectionId: 'till' }]);
      expect((await store.get(['ada']))[0]?.storeSid).toBe('ST00001');
      expect(await store.counts(['ST00001', 'ST00002'])).toEqual([1, 0]);
      await store.drop([
        { firebaseId: 'ada', connectionId: 'phone' },
        { firebaseId: 'ada', connectionId: 'phone' },
        { firebaseId: 'nobody', connectionId: 'x' },
      ]);
      expect(await store.count()).toBe(0);
      expect(await store.counts(['ST00001'])).toEqual([0]);
    });

    it(`ends a lease after ${LEASE_S} s and not before, renewed or not`, async () => {
      await store.touch([touch('ada', 'ST00001'), touch('bob', 'ST00001')]);
      under.pass(40);
      await store.touch([touch('bob', 'ST00001')]);
      under.pass(LEASE_S - 41);
      expect(await store.count()).toBe(2);
      under.pass(1);
      expect(await store.count()).toBe(1);
      expect(await store.get(['ada', 'bob'])).toEqual([null, expect.anything()]);
      expect(await store.counts(['ST00001'])).toEqual([1]);
      under.pass(40);
      expect(await store.count()).toBe(0);
      expect(await store.busiestStores(5)).toEqual([]);
    });

    it('restarts the online time after a lease has ended', async () => {
      await store.touch([touch('ada', 'ST00001')]);
      const before = (await store.get(['ada']))[0]?.since ?? Number.NaN;
      under.pass(LEASE_S + 5);
      await store.touch([touch('ada', 'ST00001')]);
      expect((await store.get(['ada']))[0]?.since).toBe(before + (LEASE_S + 5) * 1_000);
    });

    it('reports changes in both processes, and only those', async () => {
      const [here, elsewhere] = [new ReportedChanges(store), new ReportedChanges(under.other)];
      await store.touch([touch('ada', 'ST00001')]);
      for (const reported of [here, elsewhere])
        await vi.waitFor(() =>
          expect(reported).toMatchObject({ isTotalChanged: true, storeSids: ['ST00001'], firebaseIds: ['ada'] }),
        );
      here.forget();
      elsewhere.forget();
      await store.touch([touch('ada', 'ST00001')]);
      await store.touch([touch('ada', 'ST00002')]);
      for (const reported of [here, elsewhere])
        await vi.waitFor(() =>
          expect(reported).toMatchObject({
            isTotalChanged: false,
            storeSids: ['ST00001', 'ST00002'],
            firebaseIds: ['ada'],
          }),
        );
      expect(await under.other.counts(['ST00001', 'ST00002'])).toEqual([0, 1]);
    });

    it('does not call a removed listener', async () => {
      const listener = vi.fn<(change: PresenceChange) => void>();
      const reported = new ReportedChanges(store);
      store.subscribe(listener)();
      await store.touch([touch('ada', null)]);
      await vi.waitFor(() => expect(reported.isTotalChanged).toBe(true));
      expect(listener).not.toHaveBeenCalled();
    });

    it('calls a listener at most ten times a second, and immediately after a quiet period', async () => {
      const calls: number[] = [];
      store.subscribe(() => calls.push(performance.now()));
      const begunMs = performance.now();
      for (let moment = 0; performance.now() - begunMs < 450; moment += 1)
        await Promise.all([
          store.touch([touch('ada', moment % 2 === 0 ? 'ST00001' : 'ST00002')]),
          new Promise((resolve) => setTimeout(resolve, 5)),
        ]);
      expect(calls.length).toBeGreaterThan(2);
      expect(calls.length).toBeLessThanOrEqual(6);
      expect((calls[0] ?? Number.NaN) - begunMs).toBeLessThan(90);
    });

    it('reports an expired lease', async () => {
      await store.touch([touch('ada', 'ST00001')]);
      const reported = new ReportedChanges(store);
      under.pass(LEASE_S);
      const expired = { isTotalChanged: true, storeSids: ['ST00001'], firebaseIds: ['ada'] };
      await vi.waitFor(() => expect(reported).toMatchObject(expired), { timeout: 20_000 });
    });

    it('agrees with a naive model for any sequence of steps [spec 1.12]', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
          const model = new NaiveModel();
          const fresh = await open();
          try {
            for (const each of steps) {
              if (each.kind === 'pass') {
                fresh.pass(each.seconds);
                model.pass(each.seconds);
              } else if (each.kind === 'touch') {
                await fresh.store.touch(each.touches);
                for (const one of each.touches) model.touch(one);
              } else {
                await fresh.store.drop(each.connections);
                for (const one of each.connections) model.drop(one);
              }
            }
            expect(await fresh.store.count()).toBe(model.online().size);
            expect(await fresh.store.counts(SIDS)).toEqual(SIDS.map((sid) => model.countOf(sid)));
            const entries = await fresh.store.get(IDS);
            expect(entries.map((entry) => (entry === null ? 'offline' : entry.storeSid))).toEqual(
              IDS.map((id) => (model.online().has(id) ? model.online().get(id) : 'offline')),
            );
            expect((await fresh.store.onlineIds(10))?.toSorted()).toEqual([...model.online().keys()].toSorted());
          } finally {
            await fresh.end();
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}

const IDS = ['ada', 'bob', 'cy'];
const SIDS = ['ST00001', 'ST00002'];
const connection = fc.record({ firebaseId: fc.constantFrom(...IDS), connectionId: fc.constantFrom('c', 'd') });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('touch' as const),
    touches: fc.array(
      fc.tuple(connection, fc.constantFrom(...SIDS, null)).map(([one, storeSid]) => ({ ...one, storeSid })),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({ kind: fc.constant('drop' as const), connections: fc.array(connection, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 60 }) }),
);

/** A simple model of presence, without optimisations. */
class NaiveModel {
  #connections: { firebaseId: string; connectionId: string; storeSid: string | null; endS: number }[] = [];
  #nowS = 0;

  pass(seconds: number): void {
    this.#nowS += seconds;
    this.#connections = this.#connections.filter(({ endS }) => endS > this.#nowS);
  }

  touch({ firebaseId, connectionId, storeSid }: PresenceTouch): void {
    const known = this.#connections.find(
      (each) => each.firebaseId === firebaseId && each.connectionId === connectionId,
    );
    const endS = this.#nowS + LEASE_S;
    if (known?.storeSid === storeSid) {
      known.endS = endS;
    } else {
      this.drop({ firebaseId, connectionId });
      this.#connections.push({ firebaseId, connectionId, storeSid, endS });
    }
  }

  drop({ firebaseId, connectionId }: { firebaseId: string; connectionId: string }): void {
    this.#connections = this.#connections.filter(
      (each) => each.firebaseId !== firebaseId || each.connectionId !== connectionId,
    );
  }

  /** Online accounts with the store of their last connection. */
  online(): Map<string, string | null> {
    return new Map(this.#connections.map(({ firebaseId, storeSid }) => [firebaseId, storeSid]));
  }

  countOf(storeSid: string): number {
    return [...this.online().values()].filter((each) => each === storeSid).length;
  }
}

/** Collects the changes that a store reports. */
class ReportedChanges {
  isTotalChanged = false;
  storeSids: string[] = [];
  firebaseIds: string[] = [];

  constructor(store: PresenceStore) {
    store.subscribe((change) => {
      this.isTotalChanged ||= change.isTotalChanged;
      this.storeSids = [...new Set([...this.storeSids, ...change.storeSids])].toSorted();
      this.firebaseIds = [...new Set([...this.firebaseIds, ...change.firebaseIds])].toSorted();
    });
  }

  forget(): void {
    Object.assign(this, { isTotalChanged: false, storeSids: [], firebaseIds: [] });
  }
}
