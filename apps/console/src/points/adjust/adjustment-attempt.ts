import { newIdempotencyKey } from '../../lib/api/graphql-client.ts';
import { isNumber, isRecord, isText } from '../../lib/settings/shape.ts';
import type { PointsOwner } from '../points-owner.ts';

/** What an adjustment is, as it is sent. */
export interface Adjustment {
  readonly direction: 'CREDIT' | 'DEBIT';
  readonly amount: number;
  readonly reason: string;
}

/** An adjustment that was sent and whose answer nobody has seen, with the key that makes it the same one when it is sent again. */
export interface AdjustmentAttempt extends Adjustment {
  readonly key: string;
}

/** Remembers attempts whose answer is open, by owner of the points. */
export interface AttemptStore {
  /** The attempt whose answer is open; null when none is. */
  open(owner: PointsOwner): AdjustmentAttempt | null;
  /** Begins to send; the same content as that of the open attempt is the same attempt. */
  begin(owner: PointsOwner, content: Adjustment): AdjustmentAttempt;
  /** The answer is there, whichever it is. */
  end(owner: PointsOwner): void;
}

const nameOf = ({ type, id }: PointsOwner) => `backcounter.adjust-points:${type}:${id}`;

/** Attempts in a storage of the tab: they outlive a reload, and the tab does not outlive them. */
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
