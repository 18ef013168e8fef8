import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createPool } from '../../../db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../supervisor.ts';

/** An embedded PostgreSQL in a folder of its own, with a table `kept` to which the application adds numbers. */
export class EmbeddedUnderTest {
  readonly incidents: string[] = [];
  /** Contains the data folder. */
  parent = '';
  dataDir = '';
  #running: EmbeddedPostgres | undefined;

  /** Prepares one for the tests of a file. */
  constructor() {
    beforeAll(async () => {
      this.parent = await mkdtemp(path.join(tmpdir(), 'backcounter-supervisor-'));
      await chmod(this.parent, 0o755);
      this.dataDir = path.join(await realpath(this.parent), 'data');
      const { urls } = await this.start();
      const owner = createPool({ url: urls.owner, max: 1 });
      await owner.query('CREATE TABLE kept (n int PRIMARY KEY)');
      await owner.query('GRANT SELECT, INSERT ON kept TO backcounter_app');
      await owner.end();
    });
    afterAll(async () => {
      await this.stop();
      await rm(this.parent, { recursive: true, force: true });
    });
  }

  get running(): EmbeddedPostgres {
    if (this.#running === undefined) throw new Error('It is stopped.');
    return this.#running;
  }

  async start(folder = this.dataDir): Promise<EmbeddedPostgres> {
    const onIncident = (kind: string) => this.incidents.push(kind);
    this.#running = await startEmbeddedPostgres({ dataDir: folder, onIncident });
    return this.#running;
  }

  async stop(): Promise<void> {
    await this.#running?.stop();
    this.#running = undefined;
  }
}

/** A pool for one test. */
export function openPool(url: string): pg.Pool {
  const pool = createPool({ url });
  onTestFinished(() => pool.end());
  return pool;
}
