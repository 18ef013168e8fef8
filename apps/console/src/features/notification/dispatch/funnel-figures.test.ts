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
  it('has steps as shares of the recipients', () => {
    expect(funnelSteps(figures).map(({ step, share }) => [step, share])).toEqual([
      ['recipients', 1],
      ['sent', 0.75],
      ['received', 0.6],
      ['opened', 0.15],
    ]);
  });

  it('has no shares without recipients, instead of dividing by 0', () => {
    expect(funnelSteps({ ...figures, recipients: 0, sent: 0 }).map(({ share }) => share)).toEqual([0, 0, 0, 0]);
  });

  it('lists undelivered states by reason, the most frequent first, without empty ones [notifications 13]', () => {
    expect(funnelRest(figures)).toEqual([
      { state: 'FAILED', reason: 'TOKEN_INVALID', count: 8 },
      { state: 'SKIPPED', reason: 'NO_DEVICE', count: 20 },
      { state: 'SKIPPED', reason: 'FREQUENCY_CAP', count: 10 },
      { state: 'DEFERRED', reason: 'QUIET_HOURS', count: 2 },
      { state: 'PENDING', reason: null, count: 8 },
    ]);
  });

  it('shows a state whose reasons are not counted yet', () => {
    expect(funnelRest({ ...figures, reasons: [], skipped: 0, deferred: 0, pending: 0 })).toEqual([
      { state: 'FAILED', reason: null, count: 8 },
    ]);
  });
});
