import type { PushOutcome, PushPort } from '../../../ports/push.ts';
import type { DeadDevice, DeliveryTarget, SettledDelivery } from './dispatch-statements.ts';
import { messageFor, type NotificationContent } from './notification-message.ts';
import { PUSH_TRIES_MAX, pushPauseMs } from './push-pause.ts';
import type { ValuesByAccount } from './read-placeholder-values.ts';

/** Result of a batch. */
export interface HandedOver {
  readonly settled: readonly SettledDelivery[];
  readonly dead: readonly DeadDevice[];
  /** Messages that the push service could not accept now, and the longest pause that it requested. */
  readonly unavailable: number;
  readonly retryAfterMs: number | null;
}

/**
 * Sends a batch to the newest device of each account, or to the next one at once if the push service reports a device as
 * gone. Each account is attempted once, and fails alone if its message can't be built; temporary failures get a `due` time for a retry.
 */
export async function handOver(
  push: PushPort,
  content: NotificationContent,
  targets: readonly DeliveryTarget[],
  values: ValuesByAccount,
  now: () => number,
): Promise<HandedOver> {
  const settled: SettledDelivery[] = [];
  const dead: DeadDevice[] = [];
  let unavailable = 0;
  let retryAfterMs: number | null = null;
  let waiting = targets;
  for (let place = 0; waiting.length > 0; place += 1) {
    const round = waiting.flatMap((target) => {
      const [accountId, , locale, devices] = target;
      const device = devices[place];
      if (device === undefined) return [];
      try {
        const message = messageFor(content, accountId, locale, device, values.get(accountId) ?? null);
        return [{ target, device, message }];
      } catch (error) {
        settled.push(unprepared(accountId, error));
        return [];
      }
    });
    const outcomes = await push.send(round.map(({ message }) => message));
    const next: DeliveryTarget[] = [];
    for (const [index, { target, device }] of round.entries()) {
      const outcome = outcomes[index] ?? NO_ANSWER;
      const isDead = outcome.kind === 'rejected' && DEAD.has(outcome.reason);
      if (isDead) dead.push({ device: device[0], reason: outcome.reason as DeadDevice['reason'] });
      if (isDead && target[3][place + 1] !== undefined) {
        next.push(target);
        continue;
      }
      if (outcome.kind === 'unavailable') {
        unavailable += 1;
        if (outcome.retryAfterMs !== null) retryAfterMs = Math.max(retryAfterMs ?? 0, outcome.retryAfterMs);
      }
      settled.push(settledOf(target, outcome, now()));
    }
    waiting = next;
  }
  return { settled, dead, unavailable, retryAfterMs };
}

const NO_ANSWER: PushOutcome = { kind: 'unavailable', retryAfterMs: null, code: 'NO_ANSWER' };
const DEAD = new Set<string>(['UNREGISTERED', 'SENDER_MISMATCH']);
const REASONS = {
  UNREGISTERED: 'TOKEN_INVALID',
  SENDER_MISMATCH: 'TOKEN_INVALID',
  PAYLOAD_TOO_BIG: 'PAYLOAD_TOO_BIG',
  INVALID: 'PROVIDER_REJECTED',
} as const;
/** Maximum length in the database. */
const ID_MAX = 300;
const CODE_MAX = 80;

function unprepared(account: string, error: unknown): SettledDelivery {
  const code = error instanceof Error ? error.name : 'Error';
  return { account, state: 'FAILED', reason: 'NOT_PREPARED', message: null, code: code.slice(0, CODE_MAX), due: null };
}

function settledOf([account, attempt]: DeliveryTarget, outcome: PushOutcome, nowMs: number): SettledDelivery {
  const none = { account, reason: null, message: null, code: null, due: null };
  if (outcome.kind === 'accepted') return { ...none, state: 'SENT', message: outcome.messageId.slice(0, ID_MAX) };
  const code = outcome.code.slice(0, CODE_MAX);
  if (outcome.kind === 'rejected') return { ...none, state: 'FAILED', reason: REASONS[outcome.reason], code };
  if (attempt >= PUSH_TRIES_MAX) return { ...none, state: 'FAILED', reason: 'PROVIDER_UNAVAILABLE', code };
  const due = new Date(nowMs + pushPauseMs(attempt, outcome.retryAfterMs, Math.random()));
  return { ...none, state: 'PENDING', code, due };
}
