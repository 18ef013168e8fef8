import { describe, expect, it } from 'vitest';
import { type FunnelFigures, funnelRest, funnelSteps } from './funnel-figures.ts';

const figures: FunnelFigures = {
  ...{
    recipients: 200,
    sent: 150,
    received: 120,
    opened: 30,
    failed: 8,
    skipped: 30,
    deferred: 2,
    canceled: 0,
    pending: 10,
  },
  reasons: [
    { state: 'SKIPPED', reason: 'FREQUENCY_CAP', count: 10 },
    { state: 'SKIPPED', reason: 'NO_DEVICE', count: 20 },
    { state: 'FAILED', reason: 'TOKEN_INVALID', count: 8 },
    { state: 'DEFERRED', reason: 'QUIET_HOURS', count: 2 },
  ],
};

describe('the funnel of a notification', () => {
  it('has its steps as parts of the recipients', () => {
    expect(funnelSteps(figures).map(({ step, share }) => [step, share])).toEqual([
      ['recipients', 1],
      ['sent', 0.75],
      ['received', 0.6],
      ['opened', 0.15],
    ]);
  });

  it('divides by nobody without a fault', () => {
    expect(funnelSteps({ ...figures, recipients: 0, sent: 0 }).map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });

  it('names who did not get it and why, the most frequent reason of a state first, and nothing that is none [notifications 13]', () => {
    expect(funnelRest(figures)).toEqual([
      { state: 'FAILED', reason: 'TOKEN_INVALID', count: 8 },
      { state: 'SKIPPED', reason: 'NO_DEVICE', count: 20 },
      { state: 'SKIPPED', reason: 'FREQUENCY_CAP', count: 10 },
      { state: 'DEFERRED', reason: 'QUIET_HOURS', count: 2 },
      { state: 'PENDING', reason: null, count: 8 },
    ]);
  });

  it('a state whose reasons are not counted yet still shows', () => {
    expect(funnelRest({ ...figures, reasons: [], skipped: 0, deferred: 0, pending: 0 })).toEqual([
      { state: 'FAILED', reason: null, count: 8 },
    ]);
  });
});
