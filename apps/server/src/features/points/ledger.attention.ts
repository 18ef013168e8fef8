import type { AttentionSource } from '../../attention/attention-source.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { readLedgerHealth } from './ledger-health.ts';

/** A ledger that does not add up. */
export const ledgerAttention: AttentionSource = {
  name: 'LEDGER',
  read: async (context) => {
    if (!callerMay(context.caller, 'points.verify')) return [];
    const { isHealthy, verifiedAt, faultCount } = await readLedgerHealth(context);
    if (isHealthy) return [];
    return [
      {
        kind: 'LEDGER_BROKEN',
        severity: 'CRITICAL',
        since: (verifiedAt ?? context.now).toISOString(),
        subject: null,
        action: 'REVIEW',
        facts: { count: faultCount },
      },
    ];
  },
};
