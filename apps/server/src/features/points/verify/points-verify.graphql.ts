import { type LedgerFaultKind, POINTS_LIMITS } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation, recordPayload } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { findJob } from '../../../jobs/job-record.ts';
import type { JobTypes } from '../../../jobs/job-types.graphql.ts';
import type { LedgerFault } from '../../../ledger/verification-steps.ts';
import { verifyWallet } from '../../../ledger/verify-wallet.ts';
import type { PointsTypes } from '../points-types.graphql.ts';
import { walletById } from '../points-wallet.ts';
import { partiesOf, partyOf } from '../transfer/points-party.ts';
import { type LedgerHealth, readLedgerHealth } from './ledger-health.ts';
import { ledgerVerifyJob } from './ledger-verify.job.ts';

interface Verified {
  readonly entries: number | null;
  readonly fault: LedgerFault | null;
  readonly jobId: string | null;
}

const FAULT_KINDS: Readonly<Record<LedgerFaultKind, string>> = {
  TRANSFER: 'A transfer without its two entries, or an entry without its transfer.',
  GAP: 'A number is missing among the entries.',
  BALANCE: 'A balance is not the one before plus the points.',
  CHAIN: 'An entry does not carry the hash of the one before.',
  HASH: 'A hash is not that of its entry.',
  WALLET: 'The balance of a wallet is not that of its last entry.',
  WHOLE: 'The sum of all balances is not the points issued.',
};

/** Adds verification of one wallet and of the whole ledger, and its latest results. */
export function addPointsVerification(builder: Builder, { party }: PointsTypes, jobs: JobTypes): void {
  const fault = builder.objectRef<LedgerFault>('LedgerFault').implement({
    description: 'A fault that verification found.',
    fields: (t) => ({
      fault: t.expose('fault', {
        type: addEnum(builder, 'LedgerFaultKind', 'Kinds of faults that verification finds.', FAULT_KINDS),
        description: 'Kind of the fault.',
      }),
      wallet: t.field({
        type: party,
        nullable: true,
        description: 'The wallet; null where the fault is of no single wallet.',
        resolve: async ({ walletId }, _args, context) =>
          walletId === null ? null : ((await partiesOf(context, [walletId])).get(walletId) ?? null),
      }),
      seq: t.expose(
        'seq',
        orNull('Number of the entry within its wallet; null where the fault is of no single entry.', 'SafeInt'),
      ),
      transferId: t.exposeID('transferId', orNull('The transfer; null where the fault is of no single transfer.')),
    }),
  });
  const health = builder.objectRef<LedgerHealth>('LedgerHealth').implement({
    description: 'Faults that the last full verification, and later ones of single wallets, have found.',
    fields: (t) => ({
      isHealthy: t.exposeBoolean('isHealthy', { description: 'Whether no fault is known.' }),
      verifiedAt: t.expose(
        'verifiedAt',
        orNull('When the last full verification ended; null if there was none.', 'DateTime'),
      ),
      entries: t.expose('entries', {
        type: 'SafeInt',
        description: 'Number of entries that the last full verification checked.',
      }),
      faultCount: t.expose('faultCount', { type: 'SafeInt', description: 'Number of known faults.' }),
      faults: t.field({ type: [fault], description: 'The first 20 of them.', resolve: ({ faults }) => [...faults] }),
    }),
  });
  builder.queryField('ledgerHealth', (t) =>
    t.field({
      type: health,
      description: 'Result of the latest verifications of the ledger.',
      extensions: needs('points.verify'),
      resolve: (_root, _args, context) => readLedgerHealth(context),
    }),
  );
  addMutation(builder, 'verifyWallet', {
    description: `Walks the hash chain of a wallet; above ${POINTS_LIMITS.verifyAtOnceMax.toLocaleString('en-US')} entries in a job.`,
    extensions: needs('points.verify'),
    input: (t) => ({ walletId: t.id({ required: true, description: 'The wallet to verify.' }) }),
    resolve: ({ walletId }, context) => verifyOne(context, walletId),
    payload: (t) => ({
      entries: t.expose('entries', orNull('Number of entries that were checked; null where a job does it.', 'SafeInt')),
      fault: t.expose('fault', orNull('The first fault; null where everything adds up, or a job does it.', fault)),
      job: t.field({
        type: jobs.job,
        nullable: true,
        description: 'The job that does it; null where it was done at once.',
        resolve: ({ jobId }, _args, context, info) =>
          jobId === null ? null : findJob(context, jobId, selectionOf(info)),
      }),
    }),
  });
  addMutation(builder, 'verifyLedger', {
    description: 'Starts a job that verifies every wallet and transfer.',
    extensions: needs('points.verify'),
    resolve: async (_input, context) => {
      const params = { walletId: null, label: null };
      return { id: await enqueueJob(context, ledgerVerifyJob, params, { dedupe: params }) };
    },
    payload: recordPayload('job', jobs.job, findJob),
  });
}

async function verifyOne(context: RequestContext, id: string): Promise<Verified> {
  const wallet = await walletById(context, id);
  const { type, ownerId, name, label } = partyOf(await partiesOf(context, [wallet.id]), wallet.id);
  await recordAudit(context, {
    action: 'points.verify',
    entityType: ownerId === null ? null : type.toLowerCase(),
    entityId: ownerId,
    outcome: 'DONE',
  });
  if (wallet.entries > POINTS_LIMITS.verifyAtOnceMax || wallet.balance === null) {
    const params = { walletId: wallet.id, label: name ?? label };
    const jobId = await enqueueJob(context, ledgerVerifyJob, params, { dedupe: params });
    return { entries: null, fault: null, jobId };
  }
  const { entries, fault } = await verifyWallet(context.db, wallet.id, context.caller.sub, context.signal);
  return { entries, fault, jobId: null };
}
