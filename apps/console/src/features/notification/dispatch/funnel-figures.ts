import type { DeliveryReason, DeliveryState } from '@backcounter/domain';

/** Delivery figures of a notification. Opened deliveries were received, and received ones were sent. */
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

/** States that count for each step: an opened delivery was also received. */
export const DELIVERED = {
  sent: ['SENT', 'RECEIVED', 'OPENED'],
  received: ['RECEIVED', 'OPENED'],
  opened: ['OPENED'],
} as const;

export interface FunnelStep {
  readonly step: 'recipients' | keyof typeof DELIVERED;
  readonly count: number;
  /** Share of the recipients, from 0 to 1: the width of its bar. */
  readonly share: number;
}

/** The four steps in order. */
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

/** Undelivered states with their reasons, the most frequent first; a state without counted reasons is one entry. */
export function funnelRest(figures: FunnelFigures): readonly FunnelRest[] {
  return RESTS.flatMap(([key, state]): readonly FunnelRest[] => {
    // Pending includes deferred; here each is counted once.
    const count = key === 'pending' ? figures.pending - figures.deferred : figures[key];
    if (count <= 0) return [];
    const reasons = figures.reasons
      .filter((each) => each.state === state && each.count > 0)
      .sort((a, b) => b.count - a.count);
    return reasons.length === 0 ? [{ state, reason: null, count }] : reasons;
  });
}
