/**
 * `npm run verify -- ledger` verifies the whole ledger, `npm run verify -- draw FILE` a draw from its proof. Both
 * report faults and exit with 1 if there are any.
 */
import { loadConfig } from '../config.ts';
import { createDatabase, createPool } from '../db/client.ts';
import { StartupError } from '../db/startup-error.ts';
import {
  advanceVerification,
  beginVerification,
  noteVerification,
  VERIFICATION_START,
} from '../ledger/verification.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { ledgerFaultText } from './ledger-fault-text.ts';
import { verifyDraw } from './verify-draw.ts';

const USAGE = `Usage: npm run verify -- ledger
       npm run verify -- draw FILE [--commitment HEX] [--rules HEX] [--root HEX]

ledger  Recomputes numbers, balances, hashes and sums of all points (docs/ledger.md); the server may be running.
draw    Recomputes a giveaway's draw from its proof file (docs/draw.md), without a server or a database. The options are the values you saw
        published: the seed commitment and the rules hash before entries opened, the root of all entries after they closed.`;
const BATCH = 50_000;

await asCommand(async () => {
  const [subject, ...rest] = process.argv.slice(2);
  if (subject === 'ledger' && rest.length === 0) await verifyLedger();
  else if (subject === 'draw') await verifyDraw(rest, USAGE);
  else throw new StartupError(USAGE);
});

async function verifyLedger(): Promise<void> {
  const command = await connectForCommand(loadConfig(), (line) => console.error(line));
  // The last step adds up everything in one statement.
  const pool = createPool({
    url: command.urls.app,
    max: 1,
    statementTimeoutMs: 0,
    applicationName: 'backcounter-verify',
  });
  try {
    const db = createDatabase(pool);
    const startedMs = performance.now();
    const id = await beginVerification(db, 'COMMAND', null);
    let progress = VERIFICATION_START;
    while (progress.stage !== null) progress = await advanceVerification(db, progress, BATCH);
    await db.transaction().execute((trx) => noteVerification(trx, id, progress));
    const { transfers, entries, wallets, faultCount, faults } = progress;
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    console.log(
      `${transfers} transfers, ${entries} entries and ${wallets} wallets in ${seconds} s: ${faultCount} faults.`,
    );
    for (const fault of faults) console.log(`  ${ledgerFaultText(fault)}`);
    if (faultCount > faults.length) console.log(`… and ${faultCount - faults.length} more.`);
    if (faultCount > 0) process.exitCode = 1;
  } finally {
    await pool.end();
    await command.close();
  }
}
