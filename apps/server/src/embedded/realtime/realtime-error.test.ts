import { AppError, ERROR_CODES } from '@backcounter/domain';
import { expect, it } from 'vitest';
import { toRealtimeError } from './realtime-error.ts';

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
