import type { AttentionSource, AttentionSubject } from '../../../attention/attention-source.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { LedgerFault } from '../../../ledger/verification-steps.ts';
import { partiesOf } from '../transfer/points-party.ts';
import { readLedgerHealth } from './ledger-health.ts';

/** A ledger that does not add up. */
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

/** Whose points are wrong first, where they are a store's or an account's. */
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
