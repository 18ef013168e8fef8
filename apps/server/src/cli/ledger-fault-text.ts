import type { LedgerFault } from '../ledger/verification-steps.ts';

/** Text of a ledger fault, such as `HASH, wallet 0192…, entry 3`. */
export function ledgerFaultText({ fault, walletId, seq, transferId }: LedgerFault): string {
  const parts = [
    fault,
    walletId === null ? '' : `wallet ${walletId}`,
    seq === null ? '' : `entry ${seq}`,
    transferId === null ? '' : `transfer ${transferId}`,
  ];
  return parts.filter(Boolean).join(', ');
}
