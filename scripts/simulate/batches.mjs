import { setTimeout as sleep } from 'node:timers/promises';

/** Interval of the batches; each has the rows due by then. */
const EVERY_MS = 500;
const ROWS_MAX = 1_000;

/**
 * Sends rows in batches at a rate until the end, and prints their outcomes.
 * @param {import('../simulate.mjs').Simulation} simulation
 * @param {{ what: string, row: () => object, send: (rows: object[]) => Promise<{ outcome: string }[]> }} work
 */
export async function sendBatches({ rate, signal, say }, { what, row, send }) {
  /** @type {Map<string, number>} */
  const outcomes = new Map();
  /** @type {number[]} */
  const timesMs = [];
  const beganMs = performance.now();
  let due = 1;
  for (let beforeMs = beganMs; !signal.aborted; ) {
    const rows = Array.from({ length: Math.min(Math.floor(due), ROWS_MAX) }, row);
    due -= rows.length;
    const sentMs = performance.now();
    const results = rows.length === 0 ? [] : await send(rows).catch((error) => (signal.aborted ? null : fail(error)));
    if (results === null) break;
    if (rows.length > 0) timesMs.push(performance.now() - sentMs);
    for (const { outcome } of results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    await sleep(EVERY_MS, undefined, { signal }).catch(ignoreAbort);
    const nowMs = performance.now();
    // Overdue rows beyond one batch are dropped.
    due = Math.min(due + (rate * (nowMs - beforeMs)) / 1_000, ROWS_MAX);
    beforeMs = nowMs;
  }
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0);
  const words = [...outcomes].map(([outcome, count]) => `${outcome.toLowerCase()} ${count}`).join(', ') || 'nothing';
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  timesMs.sort((one, other) => one - other);
  const middle = timesMs[Math.floor(timesMs.length / 2)] ?? 0;
  const slow = timesMs[Math.floor(timesMs.length * 0.95)] ?? 0;
  say(
    `${what}: ${total} rows in ${timesMs.length} requests in ${seconds} s (${words}); a request took ${middle.toFixed(0)} ms, the slowest of twenty ${slow.toFixed(0)} ms.`,
  );
}

/** @param {unknown} error @returns {never} */
function fail(error) {
  throw error;
}

/** @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}
