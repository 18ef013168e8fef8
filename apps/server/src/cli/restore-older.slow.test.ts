import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { verifyBundle } from '@backcounter/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, createPool } from '../db/client.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { withOwner } from '../db/migrate/migrate-connection.ts';
import { readMigrationFiles } from '../db/migrate/migrate-files.ts';
import { readCatalogue } from '../db/testing/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { restoreBackup } from '../embedded/postgres/backup/backup.ts';
import { startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { fixtureVersions, unpackFixture } from '../embedded/postgres/testing/backup-fixture.ts';
import { writeProof } from '../features/giveaway/draw/proof-file.ts';
import { advanceVerification, VERIFICATION_START } from '../ledger/verification.ts';
import { runMigrations } from './migrate-actions.ts';

let folder: string;
let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-older-'));
});
afterAll(async () => {
  await fresh.drop();
  await rm(folder, { recursive: true, force: true });
});

class RolledBack extends Error {}

it.each(await fixtureVersions())(
  'a backup of version %s restores, migrates and has a right ledger, draws and trail',
  async (version) => {
    const file = path.join(folder, `${version}.backup`);
    const dataDir = path.join(folder, version);
    await unpackFixture(version, file);
    const { content } = await restoreBackup(dataDir, file);
    expect(content.manifest?.product ?? '0.1.0').toBe(version);
    const server = await startEmbeddedPostgres({ dataDir });
    const pool = createPool({ url: server.urls.app, max: 1, statementTimeoutMs: 0 });
    try {
      await migrate({ ownerUrl: server.urls.owner });
      const files = await readMigrationFiles();
      const contracts = { ownerUrl: server.urls.owner, files, afterDays: 0, withContract: true, say: () => undefined };
      expect(await runMigrations(contracts)).toBe(true);
      const db = createDatabase(pool);
      // Later steps bring it to the schema of a new database.
      expect(await withOwner(server.urls.owner, readCatalogue)).toEqual(await readCatalogue(fresh.ownerPool));

      let progress = VERIFICATION_START;
      while (progress.stage !== null) progress = await advanceVerification(db, progress, 50_000);
      expect(progress).toMatchObject({ faultCount: 0, faults: [] });
      expect(progress.entries).toBeGreaterThan(100);

      const { rows: drawn } = await sql<{ id: string }>`select id from giveaway where drawn_at is not null`.execute(db);
      expect(drawn.length).toBeGreaterThan(0);
      for (const { id } of drawn) {
        let bundle: unknown;
        const store = {
          write: async (_path: string, content: Readable) => {
            bundle = JSON.parse(await text(content));
          },
        };
        const undone = db.transaction().execute(async (trx) => {
          await writeProof(trx, store as unknown as Parameters<typeof writeProof>[1], id);
          throw new RolledBack();
        });
        await expect(undone).rejects.toThrow(RolledBack);
        expect(verifyBundle(bundle, {}).isVerified).toBe(true);
      }

      const { rows: trail } = await sql<{ n: number }>`select count(*)::int as n from staff_audit_event`.execute(db);
      expect(trail[0]?.n).toBeGreaterThan(100);
    } finally {
      await pool.end();
      await server.stop();
    }
  },
);
