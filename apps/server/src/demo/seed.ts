import pg from 'pg';
import { bestEffort } from '../db/best-effort.ts';
import { seedAccounts } from './accounts/accounts.ts';
import { seedDevicesAndNotes } from './accounts/devices-and-notes.ts';
import { seedDisclosures } from './accounts/disclosures.ts';
import { planPoints, seedPoints } from './accounts/points.ts';
import { seedApprovals } from './approvals.ts';
import { CAMPAIGN_TABLES } from './campaigns/campaign-rows.ts';
import { seedCampaigns } from './campaigns/campaigns.ts';
import { seedDailyMetrics } from './daily-metrics.ts';
import { seedAdministrator } from './demo-administrator.ts';
import { seedMachineClients } from './demo-machine-clients.ts';
import { seedExportSchedules } from './export-schedules.ts';
import { GIVEAWAY_TABLES, writeGiveawayRecords } from './giveaways/giveaway-rows.ts';
import { seedGiveaways } from './giveaways/giveaways.ts';
import { COLLEAGUES, seedHistory } from './history.ts';
import { seedJobs } from './jobs.ts';
import { NOTIFICATION_TABLES, seedNotifications } from './notifications/notifications.ts';
import { seedReferenceData } from './reference.ts';
import { seedReferenceHistory } from './reference-history.ts';
import { seedReleases } from './releases.ts';
import { seedSavedViews } from './saved-views.ts';
import { seedSegments } from './segments.ts';
import { seedStoreOnline } from './store-online.ts';
import { seedStores } from './stores.ts';
import { seedEngagement, seedRedemptionBadges, seedTopicsAndBadges } from './topics-and-badges.ts';

/** Tables of accounts and their belongings, with those that triggers fill. */
const ACCOUNT_TABLES = [
  ...['account', 'account_search', 'account_name_word'],
  ...['account_topic_subscription', 'account_badge_award', 'account_device'],
];

export interface SeedOptions {
  /** As the owner: large seeds rebuild indexes. */
  readonly ownerUrl: string;
  /** Number of accounts to generate; other tables follow in proportion. 0 adds only reference data. */
  readonly accounts: number;
  /** The demo's present. */
  readonly now: Date;
  readonly onProgress?: (message: string) => void;
}

/**
 * Fills an empty database in one transaction: reference data, and demo releases and accounts with their history.
 * Existing data is kept.
 *
 * @returns the number of generated accounts
 */
export async function seed(options: SeedOptions): Promise<number> {
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'backcounter-seed' });
  await client.connect();
  const analysed = new Map<string, number>();
  const progress = async (message: string): Promise<void> => {
    await analyseChanged(client, analysed);
    options.onProgress?.(message);
  };
  try {
    await client.query("set statement_timeout = 0; set timezone = 'UTC'");
    await client.query(
      "set maintenance_work_mem = '384MB'; set work_mem = '64MB'; set max_parallel_maintenance_workers = 2",
    );
    await client.query('begin');
    // A concurrent process on the same empty database waits here and then finds it filled.
    await client.query(`select pg_advisory_xact_lock(hashtextextended('backcounter.seed', 0))`);
    await seedReferenceData(client);
    if (options.accounts > 0) {
      await seedReleases(client, options.now);
      await seedSavedViews(client);
      await seedTopicsAndBadges(client, options.now);
      await seedReferenceHistory(client, options.now);
      await seedStores(client, options);
      await seedStoreOnline(client, options);
      await seedMachineClients(client, options.now);
    }
    const filled = await client.query<{ found: boolean }>('select exists (select from account) as found');
    const accounts = filled.rows[0]?.found ? 0 : options.accounts;
    if (accounts > 0) {
      const total = accounts.toLocaleString('en-US');
      await withoutIndexes(client, ACCOUNT_TABLES, async () => {
        await seedAccounts(client, {
          accounts,
          now: options.now,
          onProgress: (done) => options.onProgress?.(`Made up ${done.toLocaleString('en-US')} of ${total} accounts`),
        });
        await progress('Writing history');
        await seedAdministrator(client, options.now);
        await seedDisclosures(client, options.now);
        await seedHistory(client, options.now);
        await progress('Writing subscriptions and badges');
        await seedEngagement(client, options.now);
        await seedDevicesAndNotes(
          client,
          COLLEAGUES.map(({ sub }) => sub),
          options.now,
        );
        await progress('Building indexes');
      });
      await progress('Writing campaigns');
      await seedCampaigns(client, options);
      await seedRedemptionBadges(client, options.now);
      await progress('Writing notifications');
      await withoutIndexes(client, ['notification_delivery'], () => seedNotifications(client, options));
      await progress('Writing giveaways');
      await planPoints(client, options.now);
      const giveaways = await seedGiveaways(client, options);
      await progress('Writing a year of points');
      await withoutIndexes(client, ['points_wallet', 'points_transfer', 'points_entry'], () => seedPoints(client));
      await writeGiveawayRecords(client, giveaways);
      await progress('Writing segments');
      await seedSegments(client, options.now);
      await seedExportSchedules(client, options.now);
      await seedJobs(
        client,
        COLLEAGUES.map(({ sub }) => sub),
        options.now,
      );
    }
    await client.query('commit');
    if (accounts > 0) {
      await client.query(
        `vacuum (analyze) account, store, store_online, store_online_sample, staff_audit_event, account_topic_subscription, account_badge_award, account_device,
          points_wallet, points_transfer, points_entry, ${CAMPAIGN_TABLES}, ${GIVEAWAY_TABLES}, ${NOTIFICATION_TABLES}`,
      );
      await progress('Counting figures by day');
      await seedDailyMetrics(client, options.now);
      await seedApprovals(options);
    } else await client.query('analyze country, area');
    return accounts;
  } catch (error) {
    await bestEffort('rollback of the seed', () => client.query('rollback'));
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Fills tables without their indexes and constraints on other rows, except primary keys: building an index once is
 * faster than adding each row to it, and so is checking all rows at once.
 */
export async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
    from pg_constraint where conrelid = any ($1::regclass[]) and contype in ('u', 'f')
    union all
    select format('drop index %s', indexrelid::regclass), replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
    from pg_index where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
  await fill();
  for (const { restore } of rows) await client.query(restore);
}

const CHANGED = `
  select coalesce(pg_partition_root(relid), relid)::regclass::text as name, sum(n_tup_ins + n_tup_upd)::float8 as changes
  from pg_stat_xact_user_tables group by 1`;

/**
 * Analyses the tables that have changed by more than a fifth since it did. Their rows are uncommitted, so the planner
 * has no other statistics and would expect few rows, or rows as they were.
 */
async function analyseChanged(client: pg.Client, analysed: Map<string, number>): Promise<void> {
  const { rows } = await client.query<{ name: string; changes: number }>(CHANGED);
  const changed = rows.filter(({ name, changes }) => changes > 1_000 + 1.2 * (analysed.get(name) ?? 0));
  if (changed.length > 0) await client.query(`analyze ${changed.map(({ name }) => name).join(', ')}`);
  for (const { name, changes } of changed) analysed.set(name, changes);
}
