/** How the sandbox behaves: parts of all messages from 0 to 1, and times. */
export interface SandboxRates {
  /** Devices that are gone. */
  readonly unregistered: number;
  /** Tokens of another sender. */
  readonly mismatch: number;
  readonly invalid: number;
  readonly tooBig: number;
  /** Messages that are refused once, with a request to come again. */
  readonly unavailable: number;
  /** What the sandbox asks for then. */
  readonly retryAfterMs: number;
  /** How long an answer takes. */
  readonly latencyMs: number;
  /** Of the messages that were taken: those whose device says so, and of these the ones that are opened. */
  readonly received: number;
  readonly opened: number;
  /** How long a device takes to say so, at most. */
  readonly receiptDelayMs: number;
}

/** A sandbox that takes everything and tells nothing back. */
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

/** What becomes of a message by its token: the same token always fares the same. */
export type SandboxFate = 'accepted' | 'invalid' | 'mismatch' | 'tooBig' | 'unavailable' | 'unregistered';

const FATES = ['unregistered', 'mismatch', 'invalid', 'tooBig', 'unavailable'] as const;

/** The fate of a token under these rates. */
export function fateOf(token: string, rates: SandboxRates): SandboxFate {
  let place = unitOf(token);
  for (const fate of FATES) {
    if (place < rates[fate]) return fate;
    place -= rates[fate];
  }
  return 'accepted';
}

/** A number in [0, 1) that a text decides (FNV-1a with a last mixing). */
export function unitOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
