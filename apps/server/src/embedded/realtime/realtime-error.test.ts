import { AppError, ERROR_CODES } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { toRealtimeError } from './realtime-error.ts';

it.each(['57P03', '08006', '25006', '53100', '57014'])(
  'reports a database error of SQLSTATE %s as unavailable',
  (code) => {
    expect(toRealtimeError(Object.assign(new Error('in jeder Sprache'), { code }))?.status).toBe(503);
  },
);

it('reports temporary errors as unavailable, with a retry delay', () => {
  const passing = Object.entries(ERROR_CODES).filter(([, status]) => status === 503);
  expect(passing.length).toBeGreaterThan(1);
  for (const [code] of passing) {
    const error = toRealtimeError(new AppError(code as keyof typeof ERROR_CODES));
    expect({ code, status: error?.status, retryAfterS: error?.retryAfterS }).toEqual({
      code,
      status: 503,
      retryAfterS: 1,
    });
  }
});
