import { JOB_KINDS, REDEMPTION_OUTCOMES } from '@backcounter/domain';
import { Counter, Gauge, Registry } from 'prom-client';

/** Metrics of this process's events, for `/metrics`. */
export const eventMetrics = new Registry();

/** Label of any value that the closed list doesn't have, so that input can't create series. */
const OTHER = 'other';

/** The value if the list has it, otherwise `other`. */
export function boundedLabel(values: readonly string[], value: string): string {
  return values.includes(value) ? value : OTHER;
}

/** A counter by one label. Its series exist from the start, so that the first event is an increase. */
function counter(name: string, help: string, label: string, values: readonly string[]): (value: string) => void {
  const counted = new Counter({ name, help, labelNames: [label], registers: [eventMetrics] });
  for (const value of [...values, OTHER]) counted.inc({ [label]: value }, 0);
  return (value) => counted.inc({ [label]: boundedLabel(values, value) });
}

/** Why a sign-in is refused, as in the audit trail. */
const SIGN_IN_REFUSALS = [
  'wrong email or password',
  'wrong code',
  'wrong passkey',
  'copied passkey',
  'suspended',
  'throttled',
] as const;
/** Why a sign-in is refused. */
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

/** Results of sending a mail or a notification. */
const OUTCOMES = ['accepted', 'rejected', 'unavailable'];

/** Counts a job that failed permanently, by kind. */
export const countFailedJob = counter(
  'backcounter_job_failures_total',
  'Jobs that failed permanently, by kind',
  'kind',
  JOB_KINDS,
);
/** Counts an attempt to send a mail, by the server's answer. */
export const countMail = counter(
  'backcounter_mails_total',
  'Attempts to send a mail, by outcome; unavailable ones are retried',
  'outcome',
  OUTCOMES,
);
/** Counts a message to a device, by the push service's answer. */
export const countPush = counter(
  'backcounter_push_messages_total',
  'Messages to devices, by outcome; unavailable ones are retried',
  'outcome',
  OUTCOMES,
);
/** Counts a refused sign-in at the embedded provider, by the reason in the audit trail. */
export const countRefusedSignIn = counter(
  'backcounter_sign_in_failures_total',
  'Refused sign-ins at the embedded identity provider, by reason',
  'reason',
  SIGN_IN_REFUSALS,
);
/** Counts an answer to a machine client about a redemption, by outcome. */
export const countRedemption = counter(
  'backcounter_redemptions_total',
  'Answers to requests to reserve, confirm or release a code, without repeated ones, by outcome',
  'outcome',
  [...REDEMPTION_OUTCOMES, 'MISMATCH', 'NOT_FOUND'],
);

/** The jobs that wait for a worker. */
export interface QueueSample {
  readonly queued: number;
  /** How long the oldest has waited since it was due; 0 if none waits. */
  readonly oldestAgeS: number;
}

/** Older samples say nothing. */
const STALE_MS = 60_000;
let sampled: (QueueSample & { readonly atMs: number }) | null = null;

/** Keeps what a worker found in the queue; null forgets it. */
export function noteQueue(sample: QueueSample | null, atMs = performance.now()): void {
  sampled = sample && { ...sample, atMs };
}

function queueGauge(name: string, help: string, read: (sample: QueueSample) => number): void {
  new Gauge({
    name,
    help: `${help}; NaN unless this process is a worker and sampled it within a minute`,
    registers: [eventMetrics],
    collect() {
      const isFresh = sampled !== null && performance.now() - sampled.atMs < STALE_MS;
      this.set(isFresh && sampled !== null ? read(sampled) : Number.NaN);
    },
  });
}
queueGauge('backcounter_jobs_queued', 'Jobs that are due and wait for a worker', ({ queued }) => queued);
queueGauge(
  'backcounter_jobs_oldest_queued_age_seconds',
  'How long the oldest due job has waited for a worker',
  ({ oldestAgeS }) => oldestAgeS,
);
