import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DisclosureBudgets } from './audit/disclosure.ts';
import type { Database } from './db/client.ts';
import type { ServerSecrets } from './db/server-secret.ts';
import { accountSegments } from './features/account/segment/account-segments.ts';
import { NAMED_KINDS } from './features/audit/named-kinds.ts';
import type { ProofPolicy } from './features/backup/backup-health.ts';
import { SettledNotices } from './features/campaign/redemption/settled-notices.ts';
import { PROOF_PATH } from './features/giveaway/draw/proof.plugin.ts';
import { GatheredEntries } from './features/giveaway/entry/gathered-entries.ts';
import { TransactionNotices } from './features/giveaway/transaction/transaction-notices.ts';
import { JOB_DEFINITIONS } from './features/index.ts';
import { GatheredTransfers } from './features/points/transfer/gathered-transfers.ts';
import type { FileServices } from './files/file-services.ts';
import type { Services } from './graphql/request-context.ts';
import { poolRunner } from './graphql/sql-runner.ts';
import { JobOwners } from './jobs/job-requesters.ts';
import type { JobServices } from './jobs/job-types.graphql.ts';
import { ResultLinks } from './jobs/result/result-links.ts';
import { CursorCodec } from './listing/cursor.ts';
import { CountMemory } from './listing/list-services.ts';
import { DatabaseNotices } from './live/database-notices.ts';
import { RecordPeople } from './live/record-people.ts';
import type { Clock } from './ports/clock.ts';
import type { ProfileWriter, SecondFactors } from './ports/identity.ts';
import type { People } from './ports/people.ts';
import type { PushPort } from './ports/push.ts';
import type { AdminTokenIssuer, PresenceStore } from './ports/realtime.ts';
import { MachineRefusals } from './references/machine-refusals.ts';
import { ReferenceData } from './references/reference-data.ts';
import type { Segments } from './references/segments.ts';

/** External services. */
export interface OutsideServices {
  readonly clock: Clock;
  readonly files: FileServices;
  /** Presence store; null if presence isn't readable, as with Firebase. */
  readonly realtime: PresenceStore | null;
  readonly adminTokens: AdminTokenIssuer;
  /** Sends notifications to devices. */
  readonly push: PushPort;
  /**
   * Writes a person's language to the identity provider; null: it is stored here as a preference, because the
   * provider's records are read-only.
   */
  readonly profiles: ProfileWriter | null;
  /** Null: another provider manages people. */
  readonly people: People | null;
  /** Null: the provider can't confirm second factors after sign-in. */
  readonly secondFactors: SecondFactors | null;
  /** Whether this server sends mail. */
  readonly sendsMail: boolean;
}

/** Settings that are services. */
export interface ServiceSettings {
  readonly disclosureBudgets: DisclosureBudgets;
  /** Keys of draw seeds outside the database. */
  readonly drawKeys: readonly Buffer[];
  /** Null: backups are not monitored. */
  readonly backupProofs: ProofPolicy | null;
}

declare module './graphql/request-context.ts' {
  interface Services extends OutsideServices, ServiceSettings {
    readonly referenceData: ReferenceData;
    readonly cursors: CursorCodec;
    readonly counts: CountMemory;
    readonly jobs: JobServices;
    readonly live: DatabaseNotices;
    readonly recordPeople: RecordPeople;
    readonly segments: Segments;
    /** Signed links to proof files. */
    readonly proofLinks: ResultLinks;
    readonly transfers: GatheredTransfers;
    readonly machineRefusals: MachineRefusals;
    readonly settledRedemptions: SettledNotices;
    readonly giveawayEntries: GatheredEntries;
    readonly giveawayNotices: TransactionNotices;
  }
}

/** Inputs of createServices. */
export interface ServiceParts extends OutsideServices {
  readonly config: ServiceSettings;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Closed by their creator. */
  readonly secrets: ServerSecrets;
}

/** Creates the services of a process. */
export function createServices(parts: ServiceParts): Services {
  const { config, db, pool, secrets, clock, files, realtime, adminTokens, push, profiles, people } = parts;
  const { secondFactors, sendsMail } = parts;
  const live = new DatabaseNotices(pool);
  return {
    clock,
    files,
    realtime,
    adminTokens,
    push,
    profiles,
    people,
    secondFactors,
    sendsMail,
    disclosureBudgets: config.disclosureBudgets,
    drawKeys: config.drawKeys,
    backupProofs: config.backupProofs,
    referenceData: new ReferenceData(db),
    cursors: new CursorCodec(secrets.of('cursor-key')),
    counts: new CountMemory(),
    jobs: {
      definitions: new Map(JOB_DEFINITIONS.map((definition) => [definition.kind, definition])),
      links: new ResultLinks(secrets.of('job-result-key')),
      owners: new JobOwners(db),
    },
    live,
    recordPeople: new RecordPeople(live, poolRunner(pool)),
    namedKinds: NAMED_KINDS,
    segments: accountSegments,
    proofLinks: new ResultLinks(secrets.of('giveaway-proof-key'), PROOF_PATH),
    transfers: new GatheredTransfers(poolRunner(pool)),
    machineRefusals: new MachineRefusals(db),
    settledRedemptions: new SettledNotices(poolRunner(pool)),
    giveawayEntries: new GatheredEntries(poolRunner(pool)),
    giveawayNotices: new TransactionNotices(poolRunner(pool)),
  };
}
