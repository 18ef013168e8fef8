import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { errors } from 'oidc-provider';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDatabase } from '../../db/client.ts';
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts';
import { systemClock } from '../../ports/clock.ts';
import { OpaqueTokenIdentity } from './opaque-token.identity.ts';
import { ensureDemoPeople } from './person.ts';
import { tokenStore } from './token-store.ts';

/** Interleavings of concurrent requests' statements, replayed on the database. */
const SCHEDULES = inject('isLong') ? 10_000 : 300;
const HOUR_S = 3_600;

let database: TestDatabase;
let accountId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await ensureDemoPeople(database.db, null);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from identity.person where email = 'admin@demo.test'",
  );
  accountId = rows[0]?.id ?? '';
});
afterAll(() => database.drop());

const secret = () => randomBytes(32).toString('base64url');

/** The provider's requests, with each statement placed by the scheduler. */
class Family {
  readonly grantId = secret();
  readonly issued: string[] = [];
  readonly #store: ReturnType<typeof tokenStore>;
  readonly #claims: { readonly accountId: string; readonly grantId: string };

  constructor(scheduler: fc.Scheduler) {
    const query = scheduler.scheduleFunction(async (...args: [string, unknown[]]) => database.pool.query(...args));
    const connect = async () => ({ query, release: () => undefined });
    this.#store = tokenStore(createDatabase({ connect } as unknown as pg.Pool), true);
    this.#claims = { accountId, grantId: this.grantId };
  }

  /** Before anything is scheduled. */
  static async begin(scheduler: fc.Scheduler, model: string): Promise<{ family: Family; id: string }> {
    const family = new Family(scheduler);
    const store = tokenStore(database.db, true);
    const id = secret();
    await store('Grant').upsert(family.grantId, { accountId }, HOUR_S);
    await store(model).upsert(id, family.#claims, HOUR_S);
    return { family, id };
  }

  /** Exchanges a refresh token or code; false if refused. */
  async exchange(model: string, id: string): Promise<boolean> {
    try {
      const found = await this.#store(model).find(id);
      if (found === undefined) return false;
      if (found['consumed'] !== undefined) {
        await this.revoke();
        return false;
      }
      await this.#store(model).consume(id);
      const access = secret();
      this.issued.push(access);
      await this.#store('AccessToken').upsert(access, this.#claims, HOUR_S);
      await this.#store('RefreshToken').upsert(secret(), this.#claims, HOUR_S);
      return true;
    } catch (error) {
      if (error instanceof errors.InvalidGrant) return false;
      throw error;
    }
  }

  async revoke(): Promise<void> {
    const models = ['AccessToken', 'RefreshToken', 'AuthorizationCode'].map((model) =>
      this.#store(model).revokeByGrantId(this.grantId),
    );
    await Promise.all([...models, this.#store('Grant').destroy(this.grantId)]);
  }

  /** Access tokens that still work, at the API or the provider. */
  async survivors(): Promise<string[]> {
    const machines = { admit: () => Promise.reject(new Error('no machine')) };
    const identity = new OpaqueTokenIdentity(
      database.pool,
      systemClock,
      true,
      machines,
      { roles: [], setUpPath: '' },
      'backcounter',
    );
    const alive = await Promise.all(
      this.issued.map(async (token) => {
        const isKnown = (await tokenStore(database.db, true)('AccessToken').find(token)) !== undefined;
        const isAdmitted = await identity.authenticate(token).then(
          () => true,
          () => false,
        );
        return isKnown || isAdmitted;
      }),
    );
    return this.issued.filter((_token, index) => alive[index]);
  }
}

test.each(['RefreshToken', 'AuthorizationCode'])(
  'no token survives its family, whatever the order: %s used four times at once [security 11]',
  async (model) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { family, id } = await Family.begin(scheduler, model);
        const wins = await scheduler.waitFor(Promise.all([1, 2, 3, 4].map(() => family.exchange(model, id))));
        expect(wins.filter(Boolean).length).toBeLessThanOrEqual(1);
        expect(await family.survivors()).toEqual([]);
      }),
      { numRuns: SCHEDULES },
    );
  },
);

test('no token survives a sign-out concurrent with a renewal, in any order [security 11]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { family, id } = await Family.begin(scheduler, 'RefreshToken');
      await scheduler.waitFor(Promise.all([family.exchange('RefreshToken', id), family.revoke()]));
      expect(await family.survivors()).toEqual([]);
    }),
    { numRuns: SCHEDULES },
  );
});

test('a single exchange leaves a working token', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { family, id } = await Family.begin(scheduler, 'RefreshToken');
      expect(await scheduler.waitFor(family.exchange('RefreshToken', id))).toBe(true);
      expect(await family.survivors()).toEqual(family.issued);
    }),
    { numRuns: 3 },
  );
});
