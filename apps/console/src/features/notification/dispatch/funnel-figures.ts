import type { DeliveryReason, DeliveryState } from '@backcounter/domain';

/** How far a notification got. What was opened was received, and what was received was sent. */
export interface FunnelFigures {
  readonly recipients: number;
  readonly sent: number;
  readonly received: number;
  readonly opened: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deferred: number;
  readonly canceled: number;
  readonly pending: number;
  readonly reasons: readonly {
    readonly state: DeliveryState;
    readonly reason: DeliveryReason;
    readonly count: number;
  }[];
}

/** States that count for each step: whoever has opened it has received it too. */
export const DELIVERED = {
  sent: ['SENT', 'RECEIVED', 'OPENED'],
  received: ['RECEIVED', 'OPENED'],
  opened: ['OPENED'],
} as const;

export interface FunnelStep {
  readonly step: 'recipients' | keyof typeof DELIVERED;
  readonly count: number;
  /** Of the recipients, from 0 to 1: the width of its bar. */
  readonly share: number;
}

/** The four steps in their order. */
export function funnelSteps(figures: FunnelFigures): readonly FunnelStep[] {
  const of = (count: number) => (figures.recipients === 0 ? 0 : Math.min(1, count / figures.recipients));
  return (['recipients', 'sent', 'received', 'opened'] as const).map((step) => ({
    step,
    count: figures[step],
    share: of(figures[step]),
  }));
}

export interface FunnelRest {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly count: number;
}

const RESTS = [
  ['failed', 'FAILED'],
  ['skipped', 'SKIPPED'],
  ['deferred', 'DEFERRED'],
  ['canceled', 'CANCELED'],
  ['pending', 'PENDING'],
] as const;

/** Who did not get it, each state with its reasons, the most frequent first; a state whose reasons are not told stands by itself. */
export function funnelRest(figures: FunnelFigures): readonly FunnelRest[] {
  return RESTS.flatMap(([key, state]): readonly FunnelRest[] => {
    // Who waits for a later time waits too; here each stands once.
    const count = key === 'pending' ? figures.pending - figures.deferred : figures[key];
    if (count <= 0) return [];
    const reasons = figures.reasons
      .filter((each) => each.state === state && each.count > 0)
      .sort((a, b) => b.count - a.count);
    return reasons.length === 0 ? [{ state, reason: null, count }] : reasons;
  });
}
