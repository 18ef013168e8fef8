import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { isNumber, isRecord, isText } from '../../lib/settings/shape.ts';
import type { PointsOwner } from '../points-owner.ts';

/** Content of an adjustment. */
export interface Adjustment {
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: number;
  readonly reason: string;
}

/** A sent adjustment without a known answer, with the idempotency key for sending it again. */
export interface AdjustmentAttempt extends Adjustment {
  readonly key: string;
}

/** Remembers unanswered attempts, by owner of the points. */
export interface AttemptStore {
  /** The unanswered attempt; null without one. */
  open(owner: PointsOwner): AdjustmentAttempt | null;
  /** Starts sending; the same content as that of the unanswered attempt continues it. */
  begin(owner: PointsOwner, content: Adjustment): AdjustmentAttempt;
  /** Removes an attempt after its answer, whatever that is. */
  end(owner: PointsOwner): void;
}

const nameOf = ({ type, id }: PointsOwner) => `backcounter.adjust-points:${type}:${id}`;

/** Attempts in session storage: they survive a reload, but not the tab. */
export function createAttemptStore(storage: () => Storage): AttemptStore {
  const open = (owner: PointsOwner): AdjustmentAttempt | null => {
    try {
      const value: unknown = JSON.parse(storage().getItem(nameOf(owner)) ?? 'null');
      if (!isRecord(value)) return null;
      const { direction, amount, reason, key } = value;
      if (direction !== 'CREDIT' && direction !== 'DEBIT') return null;
      return isNumber(amount) && isText(reason) && isText(key) ? { direction, amount, reason, key } : null;
    } catch (error) {
      console.warn('adjustment of points', error);
      return null;
    }
  };
  return {
    open,
    begin(owner, content) {
      const last = open(owner);
      const isSame =
        last?.direction === content.direction && last.amount === content.amount && last.reason === content.reason;
      const attempt = { ...content, key: last && isSame ? last.key : newIdempotencyKey() };
      storage().setItem(nameOf(owner), JSON.stringify(attempt));
      return attempt;
    },
    end(owner) {
      storage().removeItem(nameOf(owner));
    },
  };
}

/** The attempts of this tab. */
export const attempts = createAttemptStore(() => sessionStorage);
