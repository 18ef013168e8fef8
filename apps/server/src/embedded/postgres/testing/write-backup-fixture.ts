/**
 * Writes the backup of a small data folder that later versions must be able to restore (docs/testing.md). Stop the
 * server of that folder first:
 * node --conditions=source apps/server/src/embedded/postgres/testing/write-backup-fixture.ts DATA_DIR
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { APP_VERSION } from '../../../db/migrate/app-version.ts';
import { writeBackup } from '../backup/backup.ts';
import { startEmbeddedPostgres } from '../supervisor.ts';
import { fixtureOf } from './backup-fixture.ts';

/** A cluster contains three copies of its empty databases; a window over all of them halves the result. */
const SMALL = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 27,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

const [dataDir = ''] = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'backcounter-fixture-'));
const server = await startEmbeddedPostgres({ dataDir });
try {
  const file = path.join(folder, 'stored.backup');
  const superuser = server.urls.superuser;
  await compact(superuser);
  await writeBackup(dataDir, superuser, file, 0);
  await pipeline(
    createReadStream(file),
    createZstdCompress({ params: SMALL }),
    createWriteStream(fixtureOf(APP_VERSION)),
  );
  console.log(`${fixtureOf(APP_VERSION)} has ${(await stat(fixtureOf(APP_VERSION))).size} bytes.`);
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function compact(superuser: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  for (const statement of ['VACUUM FULL', 'CHECKPOINT', 'SELECT pg_switch_wal()', 'CHECKPOINT'])
    await client.query(statement);
  await client.end();
}
