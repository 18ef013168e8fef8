import type { AttentionSource, AttentionSubject } from '../../../attention/attention-source.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { LedgerFault } from '../../../ledger/verification-steps.ts';
import { partiesOf } from '../transfer/points-party.ts';
import { readLedgerHealth } from './ledger-health.ts';

/** Ledger faults. */
export const ledgerAttention: AttentionSource = {
  name: 'LEDGER',
  read: async (context) => {
    if (!callerMay(context.caller, 'points.verify')) return [];
    const { isHealthy, verifiedAt, faultCount, faults } = await readLedgerHealth(context);
    if (isHealthy) return [];
    return [
      {
        kind: 'LEDGER_BROKEN',
        severity: 'CRITICAL',
        since: (verifiedAt ?? context.now).toISOString(),
        subject: await firstOwner(context, faults),
        action: 'REVIEW',
        facts: { count: faultCount },
      },
    ];
  },
};

/** The store or account of the first fault; null if it is of neither. */
async function firstOwner(context: RequestContext, faults: readonly LedgerFault[]): Promise<AttentionSubject | null> {
  const wallets = faults.flatMap(({ walletId }) => walletId ?? []);
  const parties = await partiesOf(context, wallets);
  for (const walletId of wallets) {
    const { type, ownerId, name, label } = parties.get(walletId) ?? {};
    if (ownerId == null || (type !== 'STORE' && type !== 'ACCOUNT')) continue;
    return { type, id: ownerId, code: label ?? null, title: name ?? null, titleI18n: null };
  }
  return null;
}
