import path from 'node:path';
import { createDatabase, createPool } from '../db/client.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { StartupError } from '../db/startup-error.ts';
import { APP_ROLE, type DatabaseUrls } from '../embedded/postgres/credentials.ts';
import type { Scratch } from '../embedded/postgres/scratch.ts';
import { type BackupFile, FAULTS_KEPT, type ProofResult } from '../features/backup/backup-proof.ts';
import { verifyDraws } from '../features/giveaway/draw/verify-draws.ts';
import { advanceVerification, VERIFICATION_START } from '../ledger/verification.ts';
import { ledgerFaultText } from './ledger-fault-text.ts';
import { verifyTrail } from './verify-trail.ts';

const LEDGER_BATCH = 20_000;
const FAULT_LENGTH_MAX = 500;

/**
 * Proves a backup: restores it to scratch, migrates it to this version, and verifies the ledger, every draw and the
 * audit trail. An unproven backup is a result, not an error.
 */
export async function proveBackup(
  file: string,
  { modifiedAt }: BackupFile,
  scratch: Scratch,
  onProgress: (line: string) => void,
): Promise<ProofResult> {
  const ended = (outcome: ProofResult['outcome'], takenAt: Date | null, sentence: string): ProofResult => {
    const fault = sentence.replaceAll(file, path.basename(file)).slice(0, FAULT_LENGTH_MAX);
    return { outcome, takenAt, counts: {}, faultCount: 1, faults: [fault] };
  };
  onProgress('Restoring');
  let takenAt: Date;
  try {
    // Without a recorded time, the file's: a backup ends when its file does.
    takenAt = (await scratch.restore(file)) ?? modifiedAt;
  } catch (error) {
    return ended(error instanceof StartupError ? 'REFUSED' : 'FAILED', null, sentenceOf(error));
  }
  try {
    const urls = await scratch.start();
    await migrate({ ownerUrl: urls.owner });
    const content = await verifyContent(urls, onProgress);
    return { outcome: content.faultCount === 0 ? 'PROVEN' : 'FAULTS', takenAt, ...content };
  } catch (error) {
    return ended('FAILED', takenAt, sentenceOf(error));
  }
}

async function verifyContent(urls: DatabaseUrls, onProgress: (line: string) => void) {
  const pool = createPool({
    url: urls.owner,
    max: 2,
    statementTimeoutMs: 0,
    applicationName: 'backcounter-proof',
    onConnectionError: () => undefined,
  });
  try {
    const db = createDatabase(pool);
    onProgress('Verifying the ledger');
    let ledger = VERIFICATION_START;
    while (ledger.stage !== null) ledger = await advanceVerification(db, ledger, LEDGER_BATCH);
    const { transfers, entries, wallets } = ledger;
    onProgress('Verifying draws');
    let draws = 0;
    let drawEntries = 0;
    const drawFaults: string[] = [];
    for await (const draw of verifyDraws(db)) {
      draws += 1;
      drawEntries += draw.entries;
      drawFaults.push(...draw.faults);
    }
    onProgress('Verifying the audit trail');
    const trail = await verifyTrail(db, APP_ROLE);
    const ledgerFaults = ledger.faults.map((fault) => `Ledger: ${ledgerFaultText(fault)}`);
    return {
      counts: { transfers, entries, wallets, draws, drawEntries, auditEvents: trail.events },
      // The ledger counts more faults than it lists.
      faultCount: ledger.faultCount + drawFaults.length + trail.faults.length,
      faults: [...ledgerFaults, ...drawFaults, ...trail.faults].slice(0, FAULTS_KEPT),
    };
  } finally {
    await pool.end();
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
