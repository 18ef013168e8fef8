import { LEDGER_FAULTS, POINTS_LIMITS } from '@backcounter/domain';
import { recordAudit } from '../../audit/record-audit.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type Selection, selectionOf } from '../../graphql/selection.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { findJob, type JobRow } from '../../jobs/job-record.ts';
import type { LedgerFault } from '../../ledger/verification-steps.ts';
import { verifyWallet } from '../../ledger/verify-wallet.ts';
import { type LedgerHealth, readLedgerHealth } from './ledger-health.ts';
import { ledgerVerifyJob } from './ledger-verify.job.ts';
import { partiesOf, partyOf } from './points-party.ts';
import type { PointsTypes } from './points-types.graphql.ts';
import { walletById } from './points-wallet.ts';

interface Verified {
  readonly entries: number | null;
  readonly fault: LedgerFault | null;
  readonly job: JobRow | null;
}

/** Verification: of one wallet, of everything, and what came of it last. */
export function addPointsVerification(builder: Builder, { party }: PointsTypes, jobs: JobTypes): void {
  const fault = builder.objectRef<LedgerFault>('LedgerFault').implement({
    fields: (t) => ({
      fault: t.expose('fault', { type: builder.enumType('LedgerFaultKind', { values: LEDGER_FAULTS }) }),
      wallet: t.field({
        type: party,
        nullable: true,
        resolve: async ({ walletId }, _args, context) =>
          walletId === null ? null : ((await partiesOf(context, [walletId])).get(walletId) ?? null),
      }),
      seq: t.expose('seq', { type: 'SafeInt', nullable: true, description: 'Number of the entry in its wallet.' }),
      transferId: t.exposeID('transferId', { nullable: true }),
    }),
  });
  const health = builder.objectRef<LedgerHealth>('LedgerHealth').implement({
    fields: (t) => ({
      isHealthy: t.exposeBoolean('isHealthy'),
      verifiedAt: t.expose('verifiedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When a check of everything last ended.',
      }),
      entries: t.expose('entries', { type: 'SafeInt', description: 'Entries that it has seen.' }),
      faultCount: t.expose('faultCount', { type: 'SafeInt' }),
      faults: t.field({ type: [fault], description: 'The first 20.', resolve: ({ faults }) => [...faults] }),
    }),
  });
  builder.queryField('ledgerHealth', (t) =>
    t.field({
      type: health,
      extensions: needs('points.verify'),
      resolve: (_root, _args, context) => readLedgerHealth(context),
    }),
  );
  const verified = builder.objectRef<Verified>('WalletVerification').implement({
    fields: (t) => ({
      entries: t.expose('entries', {
        type: 'SafeInt',
        nullable: true,
        description: 'Entries that were walked; null where a job does it.',
      }),
      fault: t.expose('fault', {
        type: fault,
        nullable: true,
        description: 'The first entry that is wrong, or the wallet; null when all adds up, or a job will tell.',
      }),
      job: t.expose('job', { type: jobs.job, nullable: true }),
    }),
  });
  builder.mutationField('verifyWallet', (t) =>
    t.field({
      type: verified,
      description: `Walks the chain of a wallet; above ${POINTS_LIMITS.verifyAtOnceMax.toLocaleString('en-US')} entries a job does.`,
      extensions: needs('points.verify'),
      args: { walletId: t.arg.id({ required: true }) },
      resolve: (_root, { walletId }, context, info) => verifyOne(context, walletId, selectionOf(info)['job'] ?? {}),
    }),
  );
  builder.mutationField('verifyLedger', (t) =>
    t.field({
      type: jobs.job,
      description: 'Starts the check of everything.',
      extensions: needs('points.verify'),
      resolve: async (_root, _args, context, info) => {
        const params = { walletId: null, label: null };
        return findJob(
          context,
          await enqueueJob(context, ledgerVerifyJob, params, { dedupe: params }),
          selectionOf(info),
        );
      },
    }),
  );
}

async function verifyOne(context: RequestContext, id: string, jobFields: Selection): Promise<Verified> {
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
    return { entries: null, fault: null, job: await findJob(context, jobId, jobFields) };
  }
  const { entries, fault } = await verifyWallet(context.db, wallet.id, context.caller.sub, context.signal);
  return { entries, fault, job: null };
}
