import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { launchBrowser } from './harness/browser.ts';
import { type DatabaseAlone, startDatabaseAlone } from './harness/database-alone.ts';
import { Fleet } from './harness/fleet.ts';
import { hasNginx, Nginx } from './harness/nginx.ts';
import { copyOf } from './harness/product-copy.ts';
import { laterTree, type ReleaseTree, thisTree, treeOf } from './harness/release-tree.ts';
import { markReleasesRead } from './harness/releases.ts';
import { startTraffic, type TrafficReport } from './harness/traffic.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const isLong = process.env['TEST_LONG'] === '1';
const template = inject('productTemplate');
const previous = JSON.parse(readFileSync(join(import.meta.dirname, 'previous-release.json'), 'utf8')) as {
  version: string;
  commit: string;
};
const FIREBASE_ID = 'roll-account';
/** Browser messages about calls that a proxy answered, or that got no response. */
const AWAY = [/Failed to load resource/, /ERR_/, /net::/, /Failed to fetch/];

interface Scenario {
  readonly name: string;
  /** Null if this clone lacks the commit. */
  readonly from: () => ReleaseTree | null;
  readonly to: () => ReleaseTree;
  /** Consoles, streams and refusals of 0.1.0 lack the guarantees that start with 0.2.0. */
  readonly isFromPromising: boolean;
  /** How a process of the older version is refused after the contract step. */
  readonly refusal: RegExp;
}

const EXPAND = { '9001_roll_note.expand.sql': 'ALTER TABLE account ADD COLUMN roll_note text;\n' };
const contract = (oldest: string) => ({
  '9002_roll_note_gone.contract.sql': `-- oldest version: ${oldest}\nALTER TABLE account DROP COLUMN roll_note;\n`,
});
const SHORT: Scenario = {
  name: 'to a version with one more step',
  from: thisTree,
  to: () => laterTree('0.3.0', { ...EXPAND, ...contract('0.3.0') }),
  isFromPromising: true,
  refusal: /0\.2\.0.*0\.3\.0/s,
};
const LONG: Scenario = {
  name: `from ${previous.version} to this version`,
  from: () => treeOf(previous.commit),
  to: () => laterTree(thisTree().version, { ...EXPAND, ...contract(thisTree().version) }),
  isFromPromising: false,
  refusal: /written by a newer version of Backcounter/,
};

describe.skipIf(!hasNginx() || template === null).each(isLong ? [SHORT, LONG] : [SHORT])(
  'rolling out and back behind nginx, $name (needs nginx)',
  ({ from, to, isFromPromising, refusal }) => {
    const older = from();
    let dataDir: string;
    let database: DatabaseAlone;
    let nginx: Nginx;
    let fleet: Fleet;
    let browser: Browser;
    let visit: Visit;
    let newer: ReleaseTree;

    beforeAll(async () => {
      if (older === null) return;
      dataDir = copyOf(template as string);
      newer = to();
      [database, nginx, browser] = await Promise.all([
        startDatabaseAlone(dataDir),
        Nginx.start({ hasStickyStreams: !isFromPromising }),
        launchBrowser(),
      ]);
      fleet = new Fleet(nginx, database, dataDir);
      await fleet.roll(older);
      await markReleasesRead(nginx.url, ['admin']);
      visit = await visitAs(browser, nginx.url, 'admin', '/accounts', { expected: isFromPromising ? [] : AWAY });
      await accountLinks(visit.page).first().waitFor();
    });
    afterAll(async () => {
      await visit?.close();
      await browser?.close();
      await fleet?.stop();
      await nginx?.stop();
      await database?.stop();
      for (const folder of [dataDir, newer?.root]) if (folder) rmSync(folder, { recursive: true, force: true });
    });

    // Longer: each process of the fleet is replaced three times.
    it.skipIf(older === null)('fails, loses and duplicates nothing; streams resume', { timeout: 600_000 }, async () => {
      const traffic = await startTraffic(nginx.url, FIREBASE_ID);
      let report: TrafficReport;
      try {
        for (const [name, tree] of [
          ['Next Newcomer', newer],
          ['Back Newcomer', older as ReleaseTree],
          ['Again Newcomer', newer],
        ] as const) {
          await fleet.roll(tree);
          await seesNewcomer(name);
        }
        // Longer: connections of 0.1.0, which does not report their end, count for 45 s after they were last seen.
        await expect.poll(() => contractRuns(), { timeout: 120_000, interval: 5_000 }).toBe(true);
        await seesNewcomer('Contract Newcomer');
      } finally {
        report = await traffic.stop();
      }
      expect(report.failures).toEqual([]);
      expect(report.reads).toBeGreaterThan(0);
      expect(await postedKeys()).toEqual([...report.acknowledged].sort());
      expect(visit.troubles).toEqual([]);
      await expect(fleet.start('second', older as ReleaseTree)).rejects.toThrow(refusal);
    });

    /** Waits until the console that has been open all along offers a newly created account. */
    async function seesNewcomer(name: string): Promise<void> {
      await query(
        `insert into account (display_name, country_code, locale, timezone) values ($1, 'DE', 'de-DE', 'Europe/Berlin')`,
        [name],
      );
      const link = visit.page.getByRole('link', { name });
      const offer = visit.page.getByRole('button', { name: /^\d+ new$/ });
      await offer.or(link).first().waitFor();
      if (!(await link.isVisible())) await offer.click();
      await link.waitFor();
    }

    /** Runs `npm run migrate -- run --contract` of the newer version; false while older processes count as running. */
    async function contractRuns(): Promise<boolean> {
      const command = ['--conditions=source', 'apps/server/src/cli/migrate.ts', 'run', '--contract'];
      const env = { ...process.env, NODE_OPTIONS: '', VITEST: '', ...fleet.env, CONTRACT_AFTER_DAYS: '0' };
      return promisify(execFile)(process.execPath, command, { cwd: newer.root, env }).then(
        () => true,
        ({ code }: { code: unknown }) => (code === 1 ? false : Promise.reject(new Error(`migrate: ${code}`))),
      );
    }

    async function postedKeys(): Promise<string[]> {
      const { rows } = await query<{ key: string }>(
        `select t.idempotency_key as key from points_transfer t join points_entry e on e.transfer_id = t.id
         join points_wallet w on w.id = e.wallet_id join account a on a.id = w.owner_id where a.firebase_id = $1`,
        [FIREBASE_ID],
      );
      return rows.map(({ key }) => key).sort();
    }

    async function query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) {
      const client = new pg.Client({ connectionString: database.appUrl });
      await client.connect();
      try {
        return await client.query<Row>(text, [...values]);
      } finally {
        await client.end();
      }
    }
  },
);
