import { createHash } from 'node:crypto';

/** A transfer of points by a giveaway. */
export interface DemoTransfer {
  readonly id: string;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly code: 'ISSUE' | 'GIVEAWAY_FUND' | 'GIVEAWAY_ENTRY' | 'GIVEAWAY_PRIZE' | 'GIVEAWAY_REFUND';
  readonly at: Date;
  readonly reason: string | null;
  readonly ref: string | null;
  readonly by: string;
  readonly noise: string;
}

/** Adds the id that the ledger's seed derives for it. */
export function demoTransfer(transfer: Omit<DemoTransfer, 'id'>): DemoTransfer {
  const time = transfer.at.getTime().toString(16).padStart(12, '0');
  const noise = createHash('md5').update(transfer.noise).digest('hex');
  const hex = `${time}7${noise.slice(0, 3)}8${noise.slice(4, 19)}`;
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { ...transfer, id };
}
