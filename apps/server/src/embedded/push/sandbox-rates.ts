/** Behaviour of the sandbox: fractions of all messages (0 to 1), and delays. */
export interface SandboxRates {
  /** Devices that no longer exist. */
  readonly unregistered: number;
  /** Tokens of another sender. */
  readonly mismatch: number;
  readonly invalid: number;
  readonly tooBig: number;
  /** Messages refused once with a request to retry. */
  readonly unavailable: number;
  /** Retry delay requested in that case. */
  readonly retryAfterMs: number;
  /** Response delay. */
  readonly latencyMs: number;
  /** Fraction of accepted messages that devices report as received, and of these the fraction opened. */
  readonly received: number;
  readonly opened: number;
  /** Maximum delay of these reports. */
  readonly receiptDelayMs: number;
}

/** Accepts everything and sends no receipts. */
export const QUIET_RATES: SandboxRates = {
  unregistered: 0,
  mismatch: 0,
  invalid: 0,
  tooBig: 0,
  unavailable: 0,
  retryAfterMs: 0,
  latencyMs: 0,
  received: 0,
  opened: 0,
  receiptDelayMs: 0,
};

/** The result for a token, always the same for the same token. */
export type SandboxFate = 'accepted' | 'invalid' | 'mismatch' | 'tooBig' | 'unavailable' | 'unregistered';

const FATES = ['unregistered', 'mismatch', 'invalid', 'tooBig', 'unavailable'] as const;

/** The result for a token at these rates. */
export function fateOf(token: string, rates: SandboxRates): SandboxFate {
  let place = unitOf(token);
  for (const fate of FATES) {
    if (place < rates[fate]) return fate;
    place -= rates[fate];
  }
  return 'accepted';
}

/** A number in [0, 1) derived from a text (FNV-1a with a final mix). */
export function unitOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
